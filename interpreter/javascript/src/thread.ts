// An engine in a thread of its own, for work that is done in one piece: meanwhile the caller's thread is free, and may end it.
import worker from "given:worker";
import { compiled, type Fields } from "./core.js";
import { plainError } from "./errors.js";

interface Thread {
  post(message: unknown): void;
  end(): void;
}
/** What the worker of a page finds in its thread, for one of Node's. */
const forNode = `const { parentPort } = require("node:worker_threads");
globalThis.onmessage = null;
globalThis.postMessage = (message) => parentPort.postMessage(message);
parentPort.on("message", (data) => globalThis.onmessage({ data }));
`;

async function started(heard: (message: string) => void, failed: (why: string) => void): Promise<Thread> {
  if (typeof Worker === "function") {
    const address = URL.createObjectURL(new Blob([worker], { type: "text/javascript" }));
    const thread = new Worker(address);
    URL.revokeObjectURL(address);
    thread.onmessage = ({ data }: MessageEvent<string>) => heard(data);
    thread.onerror = (event) => {
      event.preventDefault();
      failed(event.message);
    };
    return { post: (message) => thread.postMessage(message), end: () => thread.terminate() };
  }
  const [threads] = ["node:worker_threads"]; // by a name that bundlers for pages do not follow
  const { Worker: NodeWorker } = await import(threads!);
  const thread = new NodeWorker(forNode + worker, { eval: true });
  thread.on("message", heard).on("error", (error: Error) => failed(String(error)));
  return { post: (message) => thread.postMessage(message), end: () => void thread.terminate() };
}

/**
 * The answer of an engine for designers. `open` tells it what it needs to know; `onNote` gets what it is doing. When `signal`
 * aborts, or `onNote` throws, the thread ends.
 */
export async function askedOfThread<T>(open: (notify: (method: string, params: Fields) => void) => Fields, method: string, onNote: (what: string) => void, signal?: AbortSignal): Promise<T> {
  const module = await compiled("studio");
  signal?.throwIfAborted();
  let thread: Thread | undefined;
  let isOver = false;
  let abort = (): void => {};
  try {
    return await new Promise<T>((done, failed) => {
      abort = () => failed(signal!.reason as Error);
      signal?.addEventListener("abort", abort);
      const heard = (text: string): void => {
        const { id, method: told, params, result, error } = JSON.parse(text) as { id?: number; method?: string; params?: { value?: { kind: string; message?: string } }; result?: T; error?: { message: string; data?: { help?: string } } };
        try {
          if (told === "$/progress" && params?.value?.kind === "report" && params.value.message) onNote(params.value.message);
        } catch (thrown) {
          failed(thrown as Error);
        }
        if (error) failed(plainError(error.message, error.data?.help));
        else if (id === 2) done(result!);
      };
      started(heard, (why) => failed(plainError(`the engine has failed: ${why}`))).then((made) => {
        if (isOver) return made.end(); // it was aborted while the thread started
        thread = made;
        const send = (message: Fields): void => made.post(JSON.stringify({ jsonrpc: "2.0", ...message }));
        made.post(module);
        send({ id: 1, method: "initialize", params: { capabilities: {} } });
        send({ method: "initialized", params: {} });
        const fields = open((name, params) => send({ method: name, params }));
        send({ id: 2, method, params: { ...fields, workDoneToken: 2 } });
      }, failed);
    });
  } finally {
    isOver = true;
    signal?.removeEventListener("abort", abort);
    (thread as Thread | undefined)?.end();
  }
}
