// What is compressed in the page: bytes to text and back.

function stream(bytes: Uint8Array, by: CompressionStream | DecompressionStream): Promise<ArrayBuffer> {
  return new Response(new Blob([bytes as BlobPart]).stream().pipeThrough(by)).arrayBuffer();
}

export function fromBase64(text: string): Uint8Array {
  const binary = atob(text.trim());
  const bytes = new Uint8Array(binary.length);
  for (let i = 0; i < binary.length; ++i) bytes[i] = binary.charCodeAt(i);
  return bytes;
}

/// What build.mjs has compressed by gzip.
const unzipped = (text: string): Promise<ArrayBuffer> => stream(fromBase64(text), new DecompressionStream("gzip"));

/// What was compressed into the element with this id.
const unzippedIn = (id: string): Promise<ArrayBuffer> => unzipped(document.getElementById(id)?.textContent ?? "");

export async function packedText(id: string): Promise<string> {
  return new TextDecoder().decode(await unzippedIn(id));
}

/// The engine in this page. build.mjs has put noughts where its library is, and in front the place of that, in four bytes.
export async function packedEngine(): Promise<WebAssembly.Module> {
  const [engine, library] = await Promise.all([unzippedIn("engine"), unzippedIn("library")]);
  const module = new Uint8Array(engine, 4);
  module.set(new Uint8Array(library), new DataView(engine).getUint32(0, true));
  return WebAssembly.compile(module);
}
