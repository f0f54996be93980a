// The thread that unpacks the engine and compiles it: that takes a second, for which the page does not wait. It gets what
// unpacks (../pack as a module), the packed engine and the library that belongs into it, as texts, and answers with the
// compiled module; with a text if that fails.
import { fromBase64, unzipped } from "./packed";

interface Exports {
  memory: WebAssembly.Memory;
  module_at(): number;
  packed_at(): number;
  unpack(size: number): number;
}

async function unpacked(packer: string, packed: string, library: string): Promise<WebAssembly.Module> {
  const { exports } = new WebAssembly.Instance(await WebAssembly.compile(await unzipped(packer)), {});
  const { memory, module_at, packed_at, unpack } = exports as unknown as Exports;
  const packedBytes = fromBase64(packed);
  const place = new DataView(packedBytes.buffer).getUint32(0, true);
  const rest = packedBytes.subarray(4);
  new Uint8Array(memory.buffer, packed_at(), rest.length).set(rest);
  const module = new Uint8Array(memory.buffer, module_at(), unpack(rest.length));
  module.set(new Uint8Array(await unzipped(library)), place);
  return WebAssembly.compile(module);
}

onmessage = ({ data }: MessageEvent<[string, string, string]>) =>
  void unpacked(...data).then(postMessage, (error) => postMessage(String(error)));
