/** A hash table of ids of four 32-bit words. */
export type UuidWords = readonly [number, number, number, number];

const initialCapacity = 1024;

/** Four words each by number, and the number by these words. */
export function createUuidHashTable() {
  let words = new Uint32Array(4 * initialCapacity);
  /** By hash: number plus 1, or 0 for an empty slot. */
  let index = new Int32Array(2 * initialCapacity);
  let count = 0;

  /** The slot of these words, or the empty slot for them. */
  const placeOf = ([a, b, c, d]: UuidWords): number => {
    const mask = index.length - 1;
    let place = hashUuid(a, d) & mask;
    for (;;) {
      const number = (index[place] ?? 0) - 1;
      if (number < 0) return place;
      const at = 4 * number;
      if (words[at] === a && words[at + 1] === b && words[at + 2] === c && words[at + 3] === d) return place;
      place = (place + 1) & mask;
    }
  };

  const grow = () => {
    const grown = new Uint32Array(2 * words.length);
    grown.set(words);
    words = grown;
    index = new Int32Array(2 * index.length);
    const mask = index.length - 1;
    for (let number = 0; number < count; number++) {
      let place = hashUuid(words[4 * number] ?? 0, words[4 * number + 3] ?? 0) & mask;
      while (index[place] !== 0) place = (place + 1) & mask;
      index[place] = number + 1;
    }
  };

  return {
    /** -1 where they were never added. */
    findNumber: (sought: UuidWords): number => (index[placeOf(sought)] ?? 0) - 1,
    insert: (entered: UuidWords): number => {
      if (4 * count === words.length) grow();
      const place = placeOf(entered);
      const number = (index[place] ?? 0) - 1;
      if (number >= 0) return number;
      words.set(entered, 4 * count);
      count += 1;
      index[place] = count;
      return count - 1;
    },
    get: (number: number): UuidWords => {
      const at = 4 * number;
      return [words[at] ?? 0, words[at + 1] ?? 0, words[at + 2] ?? 0, words[at + 3] ?? 0];
    },
  };
}

function hashUuid(a: number, d: number): number {
  const mixed = Math.imul(a ^ Math.imul(d, 0x9e3779b1), 0x85ebca6b);
  return mixed ^ (mixed >>> 15);
}
