// A WebAssembly module taken apart into streams of like bytes, each of which packs better alone: together they are a
// twelfth smaller than the packed module. build.mjs takes it apart, and the page joins it again.
//
// The idea: F. Giesen, "Working with compression" (2006), for the code of another processor. The form of modules: W3C,
// "WebAssembly Core Specification 2.0", chapter 5, and the proposal for exceptions that browsers had first.

/// The streams, by number: opcodes, with those operands that they determine best; local variables; constants; places in
/// memory; depths of branches; declarations of local variables, and floating numbers; all sections but that of code.
const [code, locals, constants, offsets, branches, rest, other] = [0, 1, 2, 3, 4, 5, 6] as const;
export const streamCount = 7;

const headerBytes = 8;
const codeSection = 10;

/// How many indices follow the opcodes 0xfc 0, 0xfc 1, ...
const indicesOf = [0, 0, 0, 0, 0, 0, 0, 0, 2, 1, 2, 1, 2, 1, 2, 1, 1, 1];

/// Goes through a module, from its first byte to its last.
abstract class Walk {
  protected at = 0; // the place in the module

  /// The next byte, which belongs to this stream.
  protected abstract next(stream: number): number;
  /// Stand around what a function has after its size, which belongs to no stream: its blocks say where it ends.
  protected abstract open(): void;
  protected abstract close(): void;

  protected walk(size: number): void {
    while (this.at < headerBytes) this.next(other);
    while (this.at < size) {
      const section = this.next(other);
      const length = this.number(other);
      if (section === codeSection) for (let functions = this.number(other); functions > 0; --functions) this.body();
      else for (const end = this.at + length; this.at < end; ) this.next(other);
    }
  }

  private body(): void {
    this.open();
    for (let groups = this.number(rest); groups > 0; --groups) {
      this.number(rest);
      this.next(rest);
    }
    for (let depth = 1; depth > 0; ) depth += this.instruction();
    this.close();
  }

  /// Answers how many blocks it opens.
  private instruction(): number {
    const opcode = this.next(code);
    if (opcode >= 0x20 && opcode <= 0x22) this.number(locals);
    else if (opcode >= 0x28 && opcode <= 0x3e) {
      this.number(code); // the alignment
      this.number(offsets);
    } else
      switch (opcode) {
        case 0x0b: // end
          return -1;
        case 0x18: // delegate, which is the end of a try
          this.number(code);
          return -1;
        case 0x02: // block
        case 0x03: // loop
        case 0x04: // if
        case 0x06: // try
          this.number(code);
          return 1;
        case 0x07: // catch
        case 0x08: // throw
        case 0x09: // rethrow
        case 0x10: // call
        case 0x23: // global.get
        case 0x24: // global.set
        case 0x25: // table.get
        case 0x26: // table.set
        case 0x3f: // memory.size
        case 0x40: // memory.grow
          this.number(code);
          break;
        case 0x11: // call_indirect
          this.number(code);
          this.number(code);
          break;
        case 0x0c: // br
        case 0x0d: // br_if
          this.number(branches);
          break;
        case 0x0e: // br_table
          for (let targets = this.number(branches); targets >= 0; --targets) this.number(branches);
          break;
        case 0x41: // i32.const
        case 0x42: // i64.const
          this.number(constants);
          break;
        case 0x43: // f32.const
          for (let i = 0; i < 4; ++i) this.next(rest);
          break;
        case 0x44: // f64.const
          for (let i = 0; i < 8; ++i) this.next(rest);
          break;
        case 0xfc:
          for (let indices = indicesOf[this.number(code)] ?? 0; indices > 0; --indices) this.number(code);
          break;
      }
    return 0;
  }

  private number(stream: number): number {
    let value = 0;
    for (let weight = 1, byte = 128; byte & 128; weight *= 128) {
      byte = this.next(stream);
      value += (byte & 127) * weight;
    }
    return value;
  }
}

class Parting extends Walk {
  readonly streams = Array.from({ length: streamCount }, (): number[] => []);

  constructor(private module: Uint8Array) {
    super();
    this.walk(module.length);
  }
  protected next(stream: number): number {
    const byte = this.module[this.at++]!;
    this.streams[stream]!.push(byte);
    return byte;
  }
  protected open(): void {
    while (this.module[this.at++]! & 128);
  }
  protected close(): void {}
}

class Joining extends Walk {
  readonly module: Uint8Array;
  private places: number[];
  private begin = 0; // of the function

  constructor(
    private streams: Uint8Array[],
    size: number,
  ) {
    super();
    this.module = new Uint8Array(size + sizeBytes);
    this.places = streams.map(() => 0);
    this.walk(size);
    this.module = this.module.subarray(0, size);
  }
  protected next(stream: number): number {
    return (this.module[this.at++] = this.streams[stream]![this.places[stream]!++]!);
  }
  protected open(): void {
    this.begin = this.at;
    this.at += sizeBytes;
  }
  protected close(): void {
    const from = this.begin + sizeBytes;
    let size = this.at - from;
    let at = this.begin;
    for (; size > 127; size >>>= 7) this.module[at++] = (size & 127) | 128;
    this.module[at++] = size;
    this.module.copyWithin(at, from, this.at);
    this.at += at - from;
  }
}
const sizeBytes = 5; // the most that a size takes

/// The streams of a module. Not every module can be joined again: one whose sizes are written longer than they need be
/// comes out shorter.
export const parted = (module: Uint8Array): Uint8Array[] => new Parting(module).streams.map((stream) => Uint8Array.from(stream));

/// The module of this size that has these streams.
export const joined = (streams: Uint8Array[], size: number): Uint8Array => new Joining(streams, size).module;
