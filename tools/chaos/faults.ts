import { delay } from '#server/lib/delay.ts';
import { createRandom, pick } from '../bench/data/random.ts';
import type { Fault } from './outcome.ts';

/** `group` names what it breaks: two faults at once are of different groups. */
export type FaultKind = { name: string; group: string; inject: () => Promise<unknown> };

const pausesMs = [5_000, 7_000, 9_000];
/** How often a second fault begins during the first. */
const pairShare = 0.4;
const headStartMs = 2_000;

/** Injects faults until stopped, in the order that the seed gives, each kind before any comes again. */
export function startFaults(kinds: FaultKind[], seed: number) {
  const random = createRandom(seed);
  const faults: Fault[] = [];
  const errors: string[] = [];
  const stopped = new AbortController();
  const draw = createDeck(kinds, random);

  const inject = async ({ name, inject: run }: FaultKind) => {
    const fault = { name, begin: performance.now(), end: Number.POSITIVE_INFINITY };
    faults.push(fault);
    process.stderr.write(`${new Date().toISOString()} ${name}\n`);
    await run().catch((error: unknown) => errors.push(`${name}: ${String(error)}`));
    fault.end = performance.now();
  };
  const run = async () => {
    while (!stopped.signal.aborted) {
      const first = draw(() => true);
      const second = random() < pairShare ? draw(({ group }) => group !== first?.group) : undefined;
      const injectSecond = async (kind: FaultKind) => {
        await delay(random() * headStartMs);
        await inject(kind);
      };
      await Promise.all([first && inject(first), second && injectSecond(second)]);
      await delay(pick(random, pausesMs), stopped.signal);
    }
  };
  const done = run();
  return {
    /** Resolves when what was broken runs again: the faults, and those that could not be injected. */
    stop: async (): Promise<{ faults: Fault[]; errors: string[] }> => {
      stopped.abort();
      await done;
      return { faults, errors };
    },
  };
}

/** Draws the first that is allowed, each once before any comes again; undefined where none is left that is. */
export function createDeck<Kind>(kinds: readonly Kind[], random: () => number) {
  let deck: Kind[] = [];
  return (isAllowed: (kind: Kind) => boolean): Kind | undefined => {
    if (deck.length === 0) deck = shuffle(random, kinds);
    const next = deck.find(isAllowed);
    deck = deck.filter((kind) => kind !== next);
    return next;
  };
}

function shuffle<T>(random: () => number, all: readonly T[]): T[] {
  return all
    .map((one) => ({ one, at: random() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ one }) => one);
}
