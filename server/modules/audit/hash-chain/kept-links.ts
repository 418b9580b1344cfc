import type { Position } from '#domain/shared/decider.ts';
import { blockSize, hashAt, type KeptChain, type Unpacked } from './chain-blocks.ts';

/** One event in the chain as it was kept: the hash after it, and where it stood. */
export type Link = { hash: Buffer; position: Position };

/** The kept chain link by link, for one who goes along it. Nothing but nulls where there is none. */
export function keptLinks(chain: KeptChain | null) {
  let index = -1;
  let block: Unpacked | null = null;

  const linkIn = (ordinal: number): Link | null => {
    const nth = (ordinal - 1) % blockSize;
    const position = block?.positions[nth];
    return block && position !== undefined ? { hash: hashAt(block, nth), position: position as Position } : null;
  };
  const load = async (wanted: number): Promise<void> => {
    block = (await chain?.block(wanted)) ?? null;
    index = wanted;
  };
  const at = async (ordinal: number): Promise<Link | null> => {
    const wanted = Math.floor((ordinal - 1) / blockSize);
    if (wanted !== index) await load(wanted);
    return linkIn(ordinal);
  };

  return {
    at,
    /** Without a wait where the block is at hand; undefined where it has to be asked for. */
    known: (ordinal: number): Link | null | undefined =>
      Math.floor((ordinal - 1) / blockSize) === index ? linkIn(ordinal) : undefined,
    /** As many as there are, up to `most`. */
    from: async (ordinal: number, most: number): Promise<Link[]> => {
      const links: Link[] = [];
      for (let next = ordinal; next < ordinal + most; next += 1) {
        const link = await at(next);
        if (link === null) break;
        links.push(link);
      }
      return links;
    },
  };
}
