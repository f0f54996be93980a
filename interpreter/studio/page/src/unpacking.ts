// The thread that unpacks the engine and compiles it: that takes a second, for which the page does not wait. It gets what
// unpacks (../pack as a module) and the packed engine, as texts, and answers with the compiled module; with a text if
// that fails.
import { fromBase64, unzipped } from "./packed";

interface Exports {
  memory: WebAssembly.Memory;
  module_at(): number;
  packed_at(): number;
  unpack(size: number): number;
}

async function unpacked(packer: string, packed: string): Promise<WebAssembly.Module> {
  const { exports } = new WebAssembly.Instance(await WebAssembly.compile(await unzipped(packer)), {});
  const { memory, module_at, packed_at, unpack } = exports as unknown as Exports;
  const bytes = fromBase64(packed);
  new Uint8Array(memory.buffer, packed_at(), bytes.length).set(bytes);
  const size = unpack(bytes.length);
  return WebAssembly.compile(new Uint8Array(memory.buffer, module_at(), size));
}

onmessage = ({ data: [packer, packed] }: MessageEvent<[string, string]>) =>
  void unpacked(packer, packed).then(postMessage, (error) => postMessage(String(error)));
