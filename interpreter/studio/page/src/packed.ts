// What is compressed in the page: bytes to text and back.
import { decompress } from "./lzma";
import { joined, streamCount } from "./streams";

function stream(bytes: Uint8Array, by: CompressionStream | DecompressionStream): Promise<ArrayBuffer> {
  return new Response(new Blob([bytes as BlobPart]).stream().pipeThrough(by)).arrayBuffer();
}

export function fromBase64(text: string): Uint8Array {
  const binary = atob(text.trim());
  const bytes = new Uint8Array(binary.length);
  for (let i = 0; i < binary.length; ++i) bytes[i] = binary.charCodeAt(i);
  return bytes;
}

/// The engine, as build.mjs has packed it into the page: its size, then of each of its streams the size and the bytes.
export function packedEngine(): Uint8Array {
  const [size, ...parts] = document.getElementById("engine")!.textContent!.trim().split(" ");
  const streams = Array.from({ length: streamCount }, (_, i) => decompress(fromBase64(parts[2 * i + 1]!), Number(parts[2 * i])));
  return joined(streams, Number(size));
}

/// A text that was packed into the element with this id.
export async function packedText(id: string): Promise<string> {
  const element = document.getElementById(id);
  return new TextDecoder().decode(await stream(fromBase64(element?.textContent ?? ""), new DecompressionStream("gzip")));
}
