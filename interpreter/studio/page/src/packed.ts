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
export const unzipped = (text: string): Promise<ArrayBuffer> => stream(fromBase64(text), new DecompressionStream("gzip"));

/// A text that was packed into the element with this id.
export async function packedText(id: string): Promise<string> {
  return new TextDecoder().decode(await unzipped(document.getElementById(id)?.textContent ?? ""));
}
