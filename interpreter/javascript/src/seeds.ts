// The seeds of a series, as Glint has them: whole numbers of 64 bits.
const [golden, most] = [0x9e3779b97f4a7c15n, 2n ** 64n];

/** The seed of the game of this number, or of another part of a series. */
export const seedOf = (seed: number | bigint, number: number | bigint): bigint => mixed(BigInt(seed) + BigInt(number) * golden);

/** The first number of SplitMix64 with this seed. */
export function mixed(number: bigint): bigint {
  let z = (number + golden) % most;
  z = ((z ^ (z >> 30n)) * 0xbf58476d1ce4e5b9n) % most;
  z = ((z ^ (z >> 27n)) * 0x94d049bb133111ebn) % most;
  return z ^ (z >> 31n);
}
