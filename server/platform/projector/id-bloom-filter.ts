/** 16 million bits: of a million ids, one in 17 unknown ones looks known. */
const bitCount = 2 ** 24;

/** A bloom filter of 2 MB for any number of ids: `has` is always true for an added id, and rarely true for others. */
export function createIdBloomFilter() {
  const words = new Uint32Array(bitCount / 32);
  return {
    add: (id: string) => {
      const bit = hash(id) % bitCount;
      words[bit >>> 5] = (words[bit >>> 5] ?? 0) | (1 << (bit & 31));
    },
    has: (id: string): boolean => {
      const bit = hash(id) % bitCount;
      return ((words[bit >>> 5] ?? 0) & (1 << (bit & 31))) !== 0;
    },
  };
}

/** FNV-1a, 32 bits, over UTF-16 units: www.isthe.com/chongo/tech/comp/fnv. */
function hash(text: string): number {
  let value = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) value = Math.imul(value ^ text.charCodeAt(index), 0x01000193);
  return value >>> 0;
}
