// What packs the engine into the page: the same bytes come out again. build.mjs asks this of the engines themselves.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { built } from "./browser.mjs";

const compiled = new WebAssembly.Module(readFileSync(join(built, "glint_pack.wasm")));
const { memory, module_at, packed_at, pack, unpack } = new WebAssembly.Instance(compiled).exports;
const at = (place, size) => Buffer.from(memory.buffer, place, size);

const packed = (bytes) => {
  at(module_at(), bytes.length).set(bytes);
  return Buffer.from(at(packed_at(), pack(bytes.length)));
};
const unpacked = (bytes) => {
  at(packed_at(), bytes.length).set(bytes);
  return Buffer.from(at(module_at(), unpack(bytes.length)));
};

const header = [0, 0x61, 0x73, 0x6d, 1, 0, 0, 0];
const size = (bytes) => (bytes.length < 128 ? [bytes.length] : [(bytes.length & 127) | 128, bytes.length >> 7]);
/// A module with these functions, and data after them.
const moduleOf = (...bodies) => {
  const code = [bodies.length, ...bodies.flatMap((body) => [...size(body), ...body])];
  return Buffer.from([...header, 1, 4, 1, 0x60, 0, 0, 10, ...size(code), ...code, 11, 3, 1, 2, 3]);
};

const instructions = {
  "variables and constants": [0x20, 1, 0x21, 0x80, 1, 0x41, 0x7f, 0x42, 0xff, 0xff, 3, 0x23, 0, 0x24, 0],
  "floating numbers": [0x43, 1, 2, 3, 4, 0x44, 0, 0, 0, 0, 0, 0, 0xf0, 0x3f],
  "memory": [0x28, 2, 0x90, 1, 0x36, 2, 8, 0x3f, 0, 0x40, 0, 0xfc, 10, 0, 0, 0xfc, 11, 0],
  "calls": [0x10, 0x85, 2, 0x11, 3, 0],
  "blocks": [0x02, 0x40, 0x03, 0x7f, 0x0c, 0, 0x0d, 1, 0x0b, 0x0e, 2, 0, 1, 0, 0x0b, 0x04, 0x40, 0x05, 0x0b],
  "exceptions": [0x06, 0x40, 0x08, 0, 0x07, 0, 0x09, 0, 0x0b, 0x06, 0x40, 0x18, 0],
};

test("each kind of instruction comes out as it went in", () => {
  for (const [name, body] of Object.entries(instructions)) {
    const module = moduleOf([1, 2, 0x7f, ...body, 0x0b], [0, 0x0b]);
    assert.deepEqual(unpacked(packed(module)), module, name);
  }
});

test("what comes again takes hardly any room", () => {
  const body = [0, ...Array(40).fill(Object.values(instructions).flat()).flat(), 0x0b];
  const module = moduleOf(body, body);
  const small = packed(module);
  assert.deepEqual(unpacked(small), module);
  assert(small.length < module.length / 20, `${module.length} bytes became ${small.length}`);
});

test("an empty module, one that ends in the middle, and one of noise are packed, or are seen to come out otherwise", () => {
  const whole = moduleOf([0, ...Object.values(instructions).flat(), 0x0b]);
  assert.deepEqual(unpacked(packed(Buffer.alloc(0))), Buffer.alloc(0));
  assert.deepEqual(unpacked(packed(whole.subarray(0, 8))), whole.subarray(0, 8));
  for (let length = 9; length < whole.length; length += 7) unpacked(packed(whole.subarray(0, length)));
  const noise = Buffer.from(Array.from({ length: 5000 }, (_, i) => (i * i * 2654435761) >>> 11));
  const other = Buffer.from([...header, 0, ...size(noise.subarray(0, 4000)), ...noise.subarray(0, 4000)]);
  assert.deepEqual(unpacked(packed(other)), other);
});

test("a damaged module ends", () => {
  const small = packed(moduleOf([0, ...Object.values(instructions).flat(), 0x0b]));
  for (let i = 4; i < small.length; i += 11) unpacked(small.map((byte, place) => (place === i ? byte ^ 0x55 : byte)));
});
