// The engine's thread: it gets the compiled module first, and from then on messages of the Language Server Protocol, as
// texts. What takes long is done in parts between messages; everything else is answered before the next message is read, so
// whoever waits too long ends this thread and starts another.
//
// The module imports `host.send`, one function that tells of more memory, and those of WASI by which C++ asks for its
// environment, which is empty, for the time, and for the end; then the page sees this thread fail.

interface Exports {
  memory: WebAssembly.Memory;
  _initialize(): void;
  take(bytes: number): number;
  receive(at: number, bytes: number): void;
  work(): number;
}

const encoder = new TextEncoder();
const decoder = new TextDecoder();
let engine: Exports | undefined;

function bytes(at: number, length: number): Uint8Array {
  return new Uint8Array(engine!.memory.buffer, at >>> 0, length >>> 0);
}

function start(module: WebAssembly.Module): void {
  const wasi: Record<string, (...numbers: number[]) => number> = {
    environ_sizes_get(count, size) {
      new DataView(engine!.memory.buffer).setUint32(count, 0, true);
      new DataView(engine!.memory.buffer).setUint32(size, 0, true);
      return 0;
    },
    environ_get: () => 0,
    // Only profiles of running code ask for the time. Its place comes last; before it are 64 bits in one part or two.
    clock_time_get(...numbers) {
      new DataView(engine!.memory.buffer).setBigUint64(numbers.at(-1)!, BigInt(Math.round(performance.now() * 1e6)), true);
      return 0;
    },
    proc_exit(code) {
      throw new Error(`the engine ended (${code})`);
    },
  };
  const absent = (name: string) => () => {
    throw new Error(`the engine asked for ${name}, which a page does not have`);
  };
  const imports: Record<string, Record<string, WebAssembly.ImportValue>> = {};
  for (const { module: from, name, kind } of WebAssembly.Module.imports(module))
    if (kind === "function")
      (imports[from] ??= {})[name] =
        from === "host" ? (at: number, length: number) => postMessage(decoder.decode(bytes(at, length)))
        : name === "emscripten_notify_memory_growth" ? () => {}
        : (wasi[name] ?? absent(name));
  engine = new WebAssembly.Instance(module, imports).exports as unknown as Exports;
  engine._initialize();
}

onmessage = ({ data }: MessageEvent<WebAssembly.Module | string>) => {
  if (typeof data !== "string") return start(data);
  const text = encoder.encode(data);
  const at = engine!.take(text.length);
  bytes(at, text.length).set(text);
  engine!.receive(at, text.length);
  goOn();
  return undefined;
};

// A message to oneself comes after those that wait, and without the delay of a timer.
const { port1, port2 } = new MessageChannel();
let isWorking = false;
function goOn(): void {
  if (isWorking) return;
  isWorking = true;
  port1.postMessage(0);
}
port2.onmessage = () => {
  isWorking = false;
  if (engine!.work()) goOn();
};
