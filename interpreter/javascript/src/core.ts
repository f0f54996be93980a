// The engine of this package: messages of the editors' protocol (interpreter/desk/protocol), in this thread.
import { startModule, type Engine } from "../../studio/page/src/module";
import { fromBase64 } from "../../studio/page/src/packed";
import { plainError } from "./errors.js";
import { unpacked } from "./lzma.js";

export type Fields = Record<string, unknown>;
interface Message {
  id?: number | null;
  method?: string;
  params?: Fields;
  result?: unknown;
  error?: { code: number; message: string; data?: { help?: string } };
}

/**
 * The engines: one that plays, and one that also has what designers ask for, which is loaded when it is needed first. Who
 * checks a script has one of the latter for that alone, as it works until nothing is left to do: not for studies of others.
 */
export type Which = "play" | "studio" | "check";
type Module = "play" | "studio";
const modules: Partial<Record<Module, Promise<WebAssembly.Module>>> = {};

/**
 * The compiled engine. It is in the package as text, so there is nothing to fetch or to configure: by whatever the package
 * is bundled, served or run, this works.
 */
export function compiled(which: Module): Promise<WebAssembly.Module> {
  return (modules[which] ??= (async () => {
    try {
      const { packed, size } = which === "play" ? await import("given:play") : await import("given:studio");
      return await WebAssembly.compile(unpacked(fromBase64(packed), size));
    } catch (error) {
      delete modules[which]; // a server that does not answer may do so later
      throw error;
    }
  })());
}

export class Core {
  private engine: Engine;
  private last = 0;
  private answers = new Map<number, Message>();
  private parts = new Map<number, unknown[]>(); // of requests that want them: those that nobody has looked at yet
  private failure: string | undefined;
  /** What the engine for checks has found in documents, by their URIs. */
  readonly found = new Map<string, unknown[]>();
  /** What bots it has, and what they do. */
  readonly bots: Readonly<Record<string, string>>;

  private static cores: Partial<Record<Which, Core>> = {};
  /** The engine of this thread. */
  static async of(which: Which): Promise<Core> {
    const module = await compiled(which === "check" ? "studio" : which);
    const known = Core.cores[which];
    if (known && !known.failure) return known;
    return (Core.cores[which] = new Core(module, which));
  }

  private constructor(
    module: WebAssembly.Module,
    private which: Which,
  ) {
    this.engine = startModule(module, (text) => this.hear(JSON.parse(text) as Message));
    const { capabilities } = this.request<{ capabilities: { experimental: { glint: { bots: Record<string, string> } } } }>("initialize", { capabilities: {} });
    this.bots = capabilities.experimental.glint.bots;
    this.notify("initialized", {});
  }

  private hear(message: Message): void {
    if (typeof message.id === "number") this.answers.set(message.id, message);
    else if (message.method === "$/progress") this.parts.get(message.params!["token"] as number)?.push(message.params!["value"]);
    else if (message.method === "textDocument/publishDiagnostics" && this.which === "check")
      this.found.set(message.params!["uri"] as string, message.params!["diagnostics"] as unknown[]);
  }

  get hasFailed(): boolean {
    return this.failure !== undefined;
  }
  private send(message: Fields): void {
    if (this.failure) throw plainError(this.failure, "load the game again: that starts a new engine");
    try {
      this.engine.receive(written({ jsonrpc: "2.0", ...message }));
    } catch (error) {
      throw this.fail(error);
    }
  }
  /** What is thrown through the engine leaves it in any state: it is not used again. */
  private fail(error: unknown): Error {
    this.failure = `the engine has failed: ${String(error)}`;
    return plainError(this.failure, "load the game again: that starts a new engine");
  }
  private taken(id: number): unknown {
    const message = this.answers.get(id)!;
    this.answers.delete(id);
    if (message.error) throw plainError(message.error.message, message.error.data?.help);
    return message.result;
  }

  notify(method: string, params: Fields): void {
    this.send({ method, params });
  }
  /** The answer to what is answered at once. */
  request<T>(method: string, params: Fields): T {
    const id = ++this.last;
    this.send({ id, method, params });
    return this.taken(id) as T;
  }
  /** That of what takes long. Between its parts, of some ten milliseconds, the thread does other things. */
  async long<T>(method: string, params: Fields, onPart?: (part: T) => void, signal?: AbortSignal): Promise<T> {
    const id = ++this.last;
    const parts: T[] = [];
    let isDone = false;
    if (onPart) this.parts.set(id, parts);
    try {
      this.send({ id, method, params: onPart ? { ...params, partialResultToken: id } : params });
      while (!this.answers.has(id)) {
        await pause();
        signal?.throwIfAborted();
        if (!this.answers.has(id)) this.work(); // else somebody else's work has come to it
        for (const part of parts.splice(0)) onPart!(part); // not while the engine works: it may throw
      }
      isDone = true;
      return this.taken(id) as T;
    } finally {
      this.parts.delete(id);
      if (!isDone && !this.failure) this.notify("$/cancelRequest", { id });
      this.answers.delete(id);
    }
  }
  /** False: there is nothing more to do. */
  work(): boolean {
    if (this.failure) throw plainError(this.failure, "load the game again: that starts a new engine");
    try {
      return this.engine.work();
    } catch (error) {
      throw this.fail(error);
    }
  }
}

/** As JSON, with all digits of whole numbers of 64 bits, as seeds of series are. */
function written(message: Fields): string {
  let isLong = false;
  const text = JSON.stringify(message, (_, value: unknown) => (typeof value === "bigint" ? ((isLong = true), `\0${value}`) : value));
  return isLong ? text.replaceAll(/"\\u0000(\d+)"/g, "$1") : text;
}

/** Lets the thread do what waits, without the delay of a timer. A channel that stays open would keep Node from ending. */
export const pause = (): Promise<void> =>
  new Promise((done) => {
    const { port1, port2 } = new MessageChannel();
    port2.onmessage = () => {
      port1.close();
      done();
    };
    port1.postMessage(0);
  });
