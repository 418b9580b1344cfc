import type { Difference, JudgedSeal } from '#domain/history/contract.ts';
import { type Position, start } from '#domain/shared/decider.ts';
import type { EventStore, StoredEvent } from '#server/platform/event-store/port.ts';
import { beginning, chained } from '../hash-chain/chain.ts';
import type { KeptChain } from '../hash-chain/chain-blocks.ts';
import { differenceAt, inserted, missing, unreadable } from './difference.ts';
import { differenceOf, hiddenSeal, isSeal, type PublicKeys, sealsOf } from '../hash-chain/judge-seals.ts';
import { keptLinks, type Link } from '../hash-chain/kept-links.ts';
import { againstNoted, type NotedSeal } from '../hash-chain/noted-seal.ts';
import { readable } from './readable.ts';

/** What a verification found: `events` are in order, the last of them at `upTo`. */
export type Verdict = { events: number; upTo: Position; difference: Difference | null; seals: JudgedSeal[] };

export type Verifying = {
  /** The lowest layer: what is on disk. */
  stored: EventStore;
  chain: KeptChain | null;
  keys: PublicKeys;
  /** One that an auditor kept elsewhere. */
  noted?: NotedSeal | null;
  onProgress?: (events: number) => void;
};

const slice = 2_000;
/** Events that are looked at around a difference, to tell what it is. */
const window = 1_000;

/**
 * Computes the chain from the store and holds it against the one kept beside it, and against every seal and its
 * signature; stops at the first difference. Events may be written meanwhile. Throws StoreUnavailable.
 */
export async function verify({ stored, chain, keys, noted = null, onProgress }: Verifying): Promise<Verdict> {
  const seals = await sealsOf(stored, keys);
  const walk = walker({ stored, chain, noted }, seals, await endOf(chain));
  for (;;) {
    const { events, isBroken } = await readable(stored, walk.upTo(), slice);
    const found = await walk.along(events, isBroken);
    if (found) return { ...walk.far(), seals, difference: found };
    onProgress?.(walk.far().events);
    if (events.length > 0) continue;
    const end = await walk.end();
    if (end === 'go on') continue;
    const hidden = () => hiddenSeal(stored, keys, { seals, walked: walk.seals });
    return { ...walk.far(), seals, difference: end ?? differenceOf(seals) ?? (await hidden()) };
  }
}

async function endOf(chain: KeptChain | null): Promise<number> {
  return (await chain?.closedAt()) ?? Infinity;
}

type Walk = {
  hash: Buffer;
  events: number;
  upTo: Position;
  /** The last event that a seal vouches for. */
  sealedUpTo: Position;
  /** Where the kept chain is not the one that was signed: the log may be in order for all that. */
  doubt: Difference | null;
};

type Held = { stored: EventStore; chain: KeptChain | null; noted: NotedSeal | null };

function walker({ stored, chain, noted }: Held, seals: JudgedSeal[], closedAt: number) {
  const walked: Position[] = [];
  const kept = keptLinks(chain);
  const due = Map.groupBy(seals, ({ ordinal }) => ordinal);
  const walk: Walk = { hash: beginning, events: 0, upTo: start, sealedUpTo: start, doubt: null };

  const isAsKept = (link: Link | null, next: Buffer, { position }: StoredEvent) =>
    walk.doubt !== null || link === null || (link.position === position && link.hash.equals(next));

  const explained = async (event: StoredEvent): Promise<Difference | null> => {
    const ordinal = walk.events + 1;
    const { events: found } = await readable(stored, walk.upTo, window);
    const links = await kept.from(ordinal, window);
    const difference = differenceAt({ ordinal, before: walk.hash, found, links });
    const seal = seals.find((one) => one.ordinal >= ordinal && one.state === 'not-reached');
    const link = seal ? await kept.at(seal.ordinal) : null;
    // A seal that fits the kept chain says that the log was altered; one that does not, that the chain was.
    if (!seal || !link || link.hash.toString('hex') === seal.hash) return difference;
    walk.doubt = { ...difference, kind: 'chain', sentence: aside(event.position) };
    return null;
  };
  const brokenBehind = async (): Promise<Difference> => {
    const link = await kept.at(walk.events + 1);
    return unreadable(walk.events + 1, link?.position ?? null);
  };
  const step = (event: StoredEvent, next: Buffer): Difference | null => {
    walk.hash = next;
    walk.events += 1;
    walk.upTo = event.position;
    if (isSeal(event)) walked.push(event.position);
    return againstNoted(noted, walk, false) ?? judged(walk, due.get(walk.events) ?? []);
  };

  return {
    upTo: () => walk.upTo,
    /** Where seals stand. */
    seals: walked,
    far: () => ({ events: walk.events, upTo: walk.upTo }),
    /** Goes on over these events, behind which one cannot be read where it `isBroken`; the first difference, or null. */
    along: async (batch: readonly StoredEvent[], isBroken: boolean): Promise<Difference | null> => {
      const earlier = walk.events === 0 ? await beforeAll(stored, batch[0]) : null;
      if (earlier) return earlier;
      for (const event of batch) {
        if (walk.events === closedAt) return inserted(walk.events + 1, event);
        const next = chained(walk.hash, event);
        // Most links are in hand, and awaiting nothing for each of a million events would be felt.
        const known = kept.known(walk.events + 1);
        const link = known === undefined ? await kept.at(walk.events + 1) : known;
        const found = (isAsKept(link, next, event) ? null : await explained(event)) ?? step(event, next);
        if (found) return found;
      }
      return isBroken ? brokenBehind() : null;
    },
    end: async (): Promise<Difference | 'go on' | null> => {
      if (walk.doubt) return walk.doubt;
      const length = (await chain?.length()) ?? 0;
      if (length <= walk.events) return againstNoted(noted, walk, true);
      // What the chain has by now the log has too, unless it was removed.
      if ((await stored.readAll(walk.upTo, 1)).length > 0) return 'go on';
      const link = await keptLinks(chain).at(walk.events + 1);
      return missing(walk.events + 1, link?.position ?? null);
    },
  };
}

/** Holds the seals over what was walked so far against it. */
function judged(walk: Walk, seals: readonly JudgedSeal[]): Difference | null {
  for (const seal of seals) {
    if (seal.state !== 'not-reached') continue;
    seal.state = seal.hash === walk.hash.toString('hex') ? 'good' : 'differs';
    if (seal.state === 'differs') return resealed(seal, walk.sealedUpTo);
    walk.sealedUpTo = walk.upTo;
  }
  return null;
}

/** A file may hold events at positions before the first that a reader is given. */
async function beforeAll(stored: EventStore, first: StoredEvent | undefined): Promise<Difference | null> {
  const [earlier] = first ? await stored.readAllBackwards(first.position, 1) : [];
  return earlier ? inserted(1, earlier) : null;
}

function aside(position: Position): string {
  return `The chain kept beside the views was altered from position ${position} on: the log itself agrees with its seals.`;
}

function resealed({ position, ordinal }: JudgedSeal, sealedUpTo: Position): Difference {
  const sentence = `The log does not fit its seal at position ${position}: something was altered after position ${sealedUpTo} and before that seal, and the chain beside the views with it.`;
  return { position: sealedUpTo, ordinal, kind: 'seal', sentence };
}
