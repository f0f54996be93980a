// Unpacks what `xz --format=lzma` has packed: the engine is a fifth smaller than by gzip, which browsers can unpack. This is the
// decoder of the LZMA specification (https://www.7-zip.org/sdk.html), without checks: the package is what build.mjs has made.

/** The bytes of a stream: 13 bytes of properties, then the packed ones. `size` is the number that comes out. */
export function unpacked(from: Uint8Array, size: number): Uint8Array<ArrayBuffer> {
  const out = new Uint8Array(size);
  const lc = from[0]! % 9;
  const lp = Math.floor(from[0]! / 9) % 5;
  const pb = Math.floor(from[0]! / 45);
  let at = 13 + 5;
  let range = 0xffffffff;
  let code = ((from[14]! << 24) | (from[15]! << 16) | (from[16]! << 8) | from[17]!) >>> 0;

  const chances = (length: number) => new Uint16Array(length).fill(1024);
  const isMatch = chances(12 << 4);
  const isRep = chances(12);
  const isRep0 = chances(12);
  const isRep1 = chances(12);
  const isRep2 = chances(12);
  const isRep0Long = chances(12 << 4);
  const slots = chances(4 << 6);
  const places = chances(1 + 128 - 14);
  const aligned = chances(16);
  const literals = chances(0x300 << (lc + lp));
  const lengths = () => ({ choice: chances(2), low: chances(16 << 3), mid: chances(16 << 3), high: chances(256) });
  const [matchLength, repLength] = [lengths(), lengths()];

  const more = (): void => {
    if (range >= 0x1000000) return;
    range = (range << 8) >>> 0;
    code = ((code << 8) | from[at++]!) >>> 0;
  };
  const bit = (of: Uint16Array, i: number): number => {
    const chance = of[i]!;
    const bound = (range >>> 11) * chance;
    if (code < bound) {
      range = bound;
      of[i] = chance + ((2048 - chance) >> 5);
      more();
      return 0;
    }
    range -= bound;
    code -= bound;
    of[i] = chance - (chance >> 5);
    more();
    return 1;
  };
  const tree = (of: Uint16Array, begin: number, bits: number): number => {
    let node = 1;
    for (let i = 0; i < bits; ++i) node = (node << 1) | bit(of, begin + node);
    return node - (1 << bits);
  };
  const reversed = (of: Uint16Array, begin: number, bits: number): number => {
    let [node, value] = [1, 0];
    for (let i = 0; i < bits; ++i) {
      const one = bit(of, begin + node);
      node = (node << 1) | one;
      value |= one << i;
    }
    return value;
  };
  const direct = (bits: number): number => {
    let value = 0;
    for (; bits > 0; --bits) {
      range >>>= 1;
      const one = code >= range ? 1 : 0;
      if (one) code -= range;
      value = value * 2 + one;
      more();
    }
    return value;
  };
  const length = ({ choice, low, mid, high }: ReturnType<typeof lengths>, place: number): number =>
    !bit(choice, 0) ? tree(low, place << 3, 3) : !bit(choice, 1) ? 8 + tree(mid, place << 3, 3) : 16 + tree(high, 0, 8);

  let state = 0;
  let [rep0, rep1, rep2, rep3] = [0, 0, 0, 0];
  for (let to = 0; to < size; ) {
    const place = to & ((1 << pb) - 1);
    if (!bit(isMatch, (state << 4) + place)) {
      const before = to ? out[to - 1]! : 0;
      const begin = 0x300 * (((to & ((1 << lp) - 1)) << lc) + (before >> (8 - lc)));
      let symbol = 1;
      if (state >= 7) {
        let match = out[to - rep0 - 1]!;
        do {
          const matched = (match >> 7) & 1;
          match <<= 1;
          const one = bit(literals, begin + ((1 + matched) << 8) + symbol);
          symbol = (symbol << 1) | one;
          if (matched !== one) break;
        } while (symbol < 0x100);
      }
      while (symbol < 0x100) symbol = (symbol << 1) | bit(literals, begin + symbol);
      out[to++] = symbol & 255;
      state = state < 4 ? 0 : state < 10 ? state - 3 : state - 6;
      continue;
    }
    let count: number;
    if (bit(isRep, state)) {
      if (!bit(isRep0, state)) {
        if (!bit(isRep0Long, (state << 4) + place)) {
          state = state < 7 ? 9 : 11;
          out[to] = out[to - rep0 - 1]!;
          ++to;
          continue;
        }
      } else {
        let distance = rep1;
        if (bit(isRep1, state)) {
          distance = rep2;
          if (bit(isRep2, state)) {
            distance = rep3;
            rep3 = rep2;
          }
          rep2 = rep1;
        }
        rep1 = rep0;
        rep0 = distance;
      }
      count = length(repLength, place);
      state = state < 7 ? 8 : 11;
    } else {
      [rep3, rep2, rep1] = [rep2, rep1, rep0];
      count = length(matchLength, place);
      state = state < 7 ? 7 : 10;
      const slot = tree(slots, Math.min(count, 3) << 6, 6);
      rep0 = slot;
      if (slot >= 4) {
        const bits = (slot >> 1) - 1;
        rep0 = (2 | (slot & 1)) * 2 ** bits;
        rep0 += slot < 14 ? reversed(places, rep0 - slot, bits) : direct(bits - 4) * 16 + reversed(aligned, 0, 4);
      }
      if (rep0 === 0xffffffff) break; // the mark of the end
    }
    for (count += 2; count > 0 && to < size; --count, ++to) out[to] = out[to - rep0 - 1]!;
  }
  return out;
}
