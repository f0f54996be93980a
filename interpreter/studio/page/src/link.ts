// An engine at work, in a thread of this page or at the host. A script can take long, or more memory than there is; the page never waits for that:
// a thread that is silent for too long, or that fails, is ended, and its owner is told.
import worker from "given:worker";
import { type Carrier, type Start, host } from "./host";
import { packedEngine } from "./packed";
import { Beside } from "./shelf";

/// The engine's own limits stop a script within a few seconds on a slow machine. This is for what they do not see, ms.
export const longestSilence = 20_000;
/// A program may think long about one move; whoever does not want to wait stops it.
const longestErrand = 600_000;

let compiled: Promise<WebAssembly.Module> | undefined;
let address: string | undefined;

/// How engines are started: by the host if there is one; else in threads, for all of which the engine is compiled once.
export async function engine(): Promise<Start> {
  if (host) return host.start;
  compiled ??= packedEngine().catch((error: unknown) => {
    throw new Error(`the engine in this page is damaged: ${String(error)}`);
  });
  return threads(await compiled);
}

/// Starts engines in threads of this page.
export function threads(module: WebAssembly.Module): Start {
  return (heard, failed) => {
    address ??= URL.createObjectURL(new Blob([worker], { type: "text/javascript" }));
    const thread = new Worker(address);
    thread.onmessage = ({ data }: MessageEvent<string>) => heard(data);
    thread.onerror = (event) => {
      event.preventDefault();
      failed();
    };
    thread.postMessage(module);
    return { post: (message) => thread.postMessage(message), end: () => thread.terminate() };
  };
}

export type Failure = "silent" | "failed";

export class Link {
  private carrier: Carrier;
  private handlers = new Set<(message: string) => void>();
  private waiting = new Map<unknown, number>(); // requests without an answer: when they were sent
  private heard = performance.now();
  private timer: number;

  constructor(
    start: Start,
    private onFailure: (failure: Failure) => void,
    private patience = longestSilence,
  ) {
    const heard = (data: string) => {
      this.heard = performance.now();
      const id = (JSON.parse(data) as { id?: unknown }).id;
      if (id !== undefined) this.waiting.delete(id);
      for (const handler of [...this.handlers]) handler(data);
    };
    this.carrier = start(heard, () => this.fail("failed"));
    this.timer = window.setInterval(() => this.watch(), 500);
  }

  send = (message: string): void => {
    const id = (JSON.parse(message) as { id?: unknown }).id;
    if (id !== undefined) this.waiting.set(id, performance.now());
    this.carrier.post(message);
  };
  subscribe = (handler: (message: string) => void): void => void this.handlers.add(handler);
  unsubscribe = (handler: (message: string) => void): void => void this.handlers.delete(handler);

  close(): void {
    clearInterval(this.timer);
    this.carrier.end();
    this.handlers.clear();
  }

  private watch(): void {
    const oldest = Math.min(...this.waiting.values());
    if (performance.now() - Math.max(oldest, this.heard) > this.patience) this.fail("silent");
  }

  private fail(failure: Failure): void {
    this.close();
    this.onFailure(failure);
  }
}

/// The author's own files that a script needs, by name. Whoever starts errands says how they are found.
export const ownFiles: { neededBy(text: string): Record<string, string> } = { neededBy: () => ({}) };

/// A thread for one long answer, so that the page's own stays free: a program's move, a study.
export class Errand {
  private link: Link;
  private next = 0;
  private parts = new Map<number, (value: unknown) => void>();
  private answers = new Map<number, { done(result: unknown): void; failed(reason: Error): void }>();
  /// Why it has ended; then nothing is answered any more.
  ended: Error | undefined;

  constructor(start: Start, patience = longestErrand) {
    const failed = (failure: Failure) => this.end(new Error(`the engine ${failure === "silent" ? "took too long" : "failed"}`));
    this.link = new Link(start, failed, patience);
    this.link.subscribe((text) => {
      const message = JSON.parse(text) as { id?: number; result?: unknown; error?: { message: string }; params?: unknown };
      if ((message as { method?: string }).method === "$/progress") {
        const { token, value } = message.params as { token: number; value: unknown };
        return this.parts.get(token)?.(value);
      }
      const answer = message.id === undefined ? undefined : this.answers.get(message.id);
      if (!answer) return;
      this.answers.delete(message.id!);
      this.parts.delete(message.id!);
      if (message.error) answer.failed(new Error(message.error.message));
      else answer.done(message.result);
    });
    void this.request("initialize", { capabilities: {} }).catch(() => {});
    this.notify("initialized", {});
  }

  /// Opens a script, with the files that it needs.
  close(uri: string): void {
    this.notify("textDocument/didClose", { textDocument: { uri } });
  }
  open(uri: string, text: string): void {
    new Beside((method, params) => this.notify(method, params)).show(ownFiles.neededBy(text));
    this.notify("textDocument/didOpen", { textDocument: { uri, languageId: "glint", version: 1, text } });
  }
  notify(method: string, params: unknown): void {
    this.link.send(JSON.stringify({ jsonrpc: "2.0", method, params }));
  }
  /// `onPart`: gets the result so far, again and again, of a request that takes long.
  request<T>(method: string, params: object, onPart?: (part: T) => void): Promise<T> {
    const id = ++this.next;
    if (onPart) {
      this.parts.set(id, onPart as (value: unknown) => void);
      params = { ...params, partialResultToken: id };
    }
    return new Promise<T>((done, failed) => {
      if (this.ended) return failed(this.ended);
      this.answers.set(id, { done: done as (result: unknown) => void, failed });
      this.link.send(JSON.stringify({ jsonrpc: "2.0", id, method, params }));
    });
  }
  /// Ends the thread; what waits for it fails.
  end(reason = new Error("stopped")): void {
    this.ended ??= reason;
    this.link.close();
    for (const answer of this.answers.values()) answer.failed(reason);
    this.answers.clear();
  }
}
