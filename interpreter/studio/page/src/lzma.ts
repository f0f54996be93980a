// Reads what `xz --format=lzma` wrote. The engine is a quarter smaller so than with gzip, which is all that browsers have,
// and every reader of an exported game would have to wait for that quarter.
//
// The format: I. Pavlov, "LZMA specification", draft of 2015 (public domain, in the LZMA SDK). A range coder gives bits
// by adaptive probabilities; they make literals, and matches of earlier bytes at one of four last distances or a new one.

const first = 1024; // half of 2048: a bit of which nothing is known
const fresh = (length: number): Uint16Array => new Uint16Array(length).fill(first);

/// Lengths of matches, from 2.
interface Lengths {
  choice: Uint16Array;
  low: Uint16Array;
  middle: Uint16Array;
  high: Uint16Array;
}
const lengths = (): Lengths => ({ choice: fresh(2), low: fresh(16 * 8), middle: fresh(16 * 8), high: fresh(256) });

/// `size`: of the result, in bytes. Throws if the input is damaged.
export function decompress(input: Uint8Array, size: number): Uint8Array {
  const out = new Uint8Array(size);
  const properties = input[0]!;
  const contextBits = properties % 9;
  const positionMask = (1 << Math.floor(properties / 9) % 5) - 1;
  const stateMask = (1 << Math.floor(properties / 45)) - 1;
  let at = 13; // after the properties, the size of the dictionary, and that of the text
  let range = 0xffffffff;
  let code = 0;
  at += 1;
  for (let i = 0; i < 4; ++i) code = ((code << 8) | input[at++]!) >>> 0;

  const bit = (probabilities: Uint16Array, index: number): number => {
    const probability = probabilities[index]!;
    const bound = (range >>> 11) * probability;
    let result = 0;
    if (code < bound) {
      range = bound;
      probabilities[index] = probability + ((2048 - probability) >>> 5);
    } else {
      range = (range - bound) >>> 0;
      code = (code - bound) >>> 0;
      probabilities[index] = probability - (probability >>> 5);
      result = 1;
    }
    if (range < 0x1000000) {
      range = (range << 8) >>> 0;
      code = ((code << 8) | input[at++]!) >>> 0;
    }
    return result;
  };
  const tree = (probabilities: Uint16Array, from: number, bits: number): number => {
    let node = 1;
    for (let i = 0; i < bits; ++i) node = (node << 1) | bit(probabilities, from + node);
    return node - (1 << bits);
  };
  const reversed = (probabilities: Uint16Array, from: number, bits: number): number => {
    let node = 1;
    let value = 0;
    for (let i = 0; i < bits; ++i) {
      const one = bit(probabilities, from + node);
      node = (node << 1) | one;
      value |= one << i;
    }
    return value;
  };
  const direct = (bits: number): number => {
    let value = 0;
    for (let i = 0; i < bits; ++i) {
      range >>>= 1;
      const one = code >= range ? 1 : 0;
      if (one) code = (code - range) >>> 0;
      value = value * 2 + one;
      if (range < 0x1000000) {
        range = (range << 8) >>> 0;
        code = ((code << 8) | input[at++]!) >>> 0;
      }
    }
    return value;
  };
  const lengthOf = (coder: Lengths, position: number): number => {
    if (!bit(coder.choice, 0)) return 2 + tree(coder.low, position * 8, 3);
    if (!bit(coder.choice, 1)) return 10 + tree(coder.middle, position * 8, 3);
    return 18 + tree(coder.high, 0, 8);
  };

  const literals = fresh(0x300 << (contextBits + Math.floor(properties / 9) % 5));
  const isMatch = fresh(12 * 16);
  const isRepeat = fresh(12);
  const isRepeat0 = fresh(12);
  const isRepeat1 = fresh(12);
  const isRepeat2 = fresh(12);
  const isShort = fresh(12 * 16);
  const slots = fresh(4 * 64);
  const distances = fresh(115);
  const align = fresh(16);
  const matchLengths = lengths();
  const repeatLengths = lengths();
  let state = 0;
  let [last0, last1, last2, last3] = [0, 0, 0, 0];

  for (let place = 0; place < size; ) {
    const position = place & stateMask;
    if (!bit(isMatch, state * 16 + position)) {
      const before = place ? out[place - 1]! : 0;
      const from = 0x300 * (((place & positionMask) << contextBits) + (before >> (8 - contextBits)));
      let symbol = 1;
      if (state >= 7) {
        let match = out[place - last0 - 1]!;
        do {
          const expected = (match >> 7) & 1;
          match <<= 1;
          const one = bit(literals, from + ((1 + expected) << 8) + symbol);
          symbol = (symbol << 1) | one;
          if (one !== expected) break;
        } while (symbol < 0x100);
      }
      while (symbol < 0x100) symbol = (symbol << 1) | bit(literals, from + symbol);
      out[place++] = symbol;
      state = state < 4 ? 0 : state < 10 ? state - 3 : state - 6;
      continue;
    }
    let length: number;
    if (bit(isRepeat, state)) {
      if (!bit(isRepeat0, state)) {
        if (!bit(isShort, state * 16 + position)) {
          state = state < 7 ? 9 : 11;
          out[place] = out[place - last0 - 1]!;
          place += 1;
          continue;
        }
      } else {
        let distance: number;
        if (!bit(isRepeat1, state)) distance = last1;
        else {
          if (!bit(isRepeat2, state)) distance = last2;
          else {
            distance = last3;
            last3 = last2;
          }
          last2 = last1;
        }
        last1 = last0;
        last0 = distance;
      }
      length = lengthOf(repeatLengths, position);
      state = state < 7 ? 8 : 11;
    } else {
      last3 = last2;
      last2 = last1;
      last1 = last0;
      length = lengthOf(matchLengths, position);
      state = state < 7 ? 7 : 10;
      const slot = tree(slots, Math.min(length - 2, 3) * 64, 6);
      if (slot < 4) last0 = slot;
      else {
        const bits = (slot >> 1) - 1;
        const base = ((2 | (slot & 1)) << bits) >>> 0;
        if (slot < 14) last0 = base + reversed(distances, base - slot, bits);
        else last0 = base + direct(bits - 4) * 16 + reversed(align, 0, 4);
      }
    }
    if (last0 >= place || place + length > size) throw new Error("the packed engine is damaged");
    for (const end = place + length; place < end; ++place) out[place] = out[place - last0 - 1]!;
  }
  return out;
}
