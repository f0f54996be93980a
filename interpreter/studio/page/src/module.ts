// An engine in this thread: the compiled module, and what it imports.
//
// The module imports `host.send`, one function that tells of more memory, and those of WASI by which C++ asks for its
// environment, which is empty, for the time, and for the end; then whoever calls it sees an error.

interface Exports {
  memory: WebAssembly.Memory;
  _initialize(): void;
  take(bytes: number): number;
  receive(at: number, bytes: number): void;
  work(): number;
}

export interface Engine {
  /// Handles a message; answers are told before it returns.
  receive(message: string): void;
  /// Does a part of what takes long. False: there is nothing to do until the next message.
  work(): boolean;
}

/// Starts an engine, which tells its messages by `say`.
export function startModule(module: WebAssembly.Module, say: (message: string) => void): Engine {
  const encoder = new TextEncoder();
  const decoder = new TextDecoder();
  let engine: Exports | undefined;
  const bytes = (at: number, length: number): Uint8Array => new Uint8Array(engine!.memory.buffer, at >>> 0, length >>> 0);
  const wasi: Record<string, (...numbers: number[]) => number> = {
    environ_sizes_get(count, size) {
      new DataView(engine!.memory.buffer).setUint32(count!, 0, true);
      new DataView(engine!.memory.buffer).setUint32(size!, 0, true);
      return 0;
    },
    environ_get: () => 0,
    // Only profiles of running code, and bots with a time, ask for it. Its place comes last; before it are 64 bits in one
    // part or two.
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
        from === "host" ? (at: number, length: number) => say(decoder.decode(bytes(at, length)))
        : name === "emscripten_notify_memory_growth" ? () => {}
        : (wasi[name] ?? absent(name));
  engine = new WebAssembly.Instance(module, imports).exports as unknown as Exports;
  engine._initialize();
  const running = engine;
  return {
    receive(message) {
      const text = encoder.encode(message);
      const at = running.take(text.length);
      bytes(at, text.length).set(text);
      running.receive(at, text.length);
    },
    work: () => Boolean(running.work()),
  };
}
