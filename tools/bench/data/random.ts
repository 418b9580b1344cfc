/** A number from 0 to below 1. */
export type Random = () => number;

/** Mulberry32: the same numbers in [0, 1) in every run of the bench. */
export function createRandom(seed: number): Random {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

export function pick<T>(random: Random, of: readonly T[]): T {
  const choice = of[Math.floor(random() * of.length)];
  if (choice === undefined) throw new Error('There is nothing to pick from');
  return choice;
}
