/** A Bloom filter: `has` is always right about texts that are in it, and rarely wrong about others (1 in 50). */
const bitsEach = 9;
const probes = 4;

export function bloomOf(texts: ReadonlySet<string>): Uint8Array {
  const bloom = new Uint8Array(Math.max(8, Math.ceil((texts.size * bitsEach) / 8)));
  for (const text of texts) for (const bit of bitsOf(text, bloom.length * 8)) set(bloom, bit);
  return bloom;
}

export function mayHave(bloom: Uint8Array, text: string): boolean {
  return bitsOf(text, bloom.length * 8).every((bit) => ((bloom[bit >> 3] ?? 0) & (1 << (bit & 7))) !== 0);
}

function set(bloom: Uint8Array, bit: number): void {
  bloom[bit >> 3] = (bloom[bit >> 3] ?? 0) | (1 << (bit & 7));
}

/** Kirsch and Mitzenmacher: two hashes produce any number of them. */
function bitsOf(text: string, size: number): number[] {
  const first = fnv(text, 0x811c9dc5);
  const second = fnv(text, 0x01234567) | 1;
  return Array.from({ length: probes }, (_, nth) => ((first + Math.imul(nth, second)) >>> 0) % size);
}

/** FNV-1a of 32 bits, with a seed of its own. */
function fnv(text: string, from: number): number {
  let hash = from;
  for (let index = 0; index < text.length; index += 1) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return (hash ^ (hash >>> 15)) >>> 0;
}
