import type { Logger } from 'pino';
import type { Scouted } from '#domain/scout/contract.ts';
import type { Documents } from '#projections/store/port.ts';
import type { Clock } from '../clock.ts';

const space = 'scout';
const id = 'passes';
/** Passes that follow each other faster are told, and kept, as one. */
const toldEvery = 5000;

/** When sources were last looked through, whether that brought something or not. States are two letters. */
export type Passes = {
  /** Notes a pass over these states, or over all of them (null). */
  note: (states: readonly string[] | null) => void;
  /** ISO 8601; null where there was none. Without a state only passes over all of them count. */
  lastOver: (state: string | null) => Promise<string | null>;
  onTold: (listener: (pass: Scouted) => void) => void;
  /** From now on what other processes note is told too, a little later. */
  follow: (every?: number) => void;
  stop: () => Promise<void>;
};

type PassesDoc = { id: string; everywhere: string | null; states: Record<string, string> };
type Parts = { documents: Documents; clock: Clock; log: Logger };

const none: PassesDoc = { id, everywhere: null, states: {} };

export function createPasses({ documents, clock, log }: Parts): Passes {
  const listeners: ((pass: Scouted) => void)[] = [];
  let untold: Scouted[] = [];
  let timer: NodeJS.Timeout | null = null;
  let telling: Promise<void> = Promise.resolve();
  /** What the listeners know, where others are followed. */
  let known: PassesDoc | null = null;
  let following: NodeJS.Timeout | null = null;

  const kept = async () => (await documents.get<PassesDoc>(space, id)) ?? none;

  const tell = async () => {
    const passes = untold;
    if (passes.length === 0) return;
    await documents.put(space, passes.reduce(withPass, await kept()));
    untold = untold.slice(passes.length);
    if (known) known = passes.reduce(withPass, known);
    for (const listener of listeners) listener(summed(passes));
  };
  const look = async () => {
    const doc = await kept();
    const news = known && newsIn(doc, known);
    known = doc;
    if (news) for (const listener of listeners) listener(news);
  };
  const lookNow = () => {
    telling = telling.then(look).catch(() => undefined); // the next look is soon
  };
  const tellNow = () => {
    telling = telling.then(tell).catch((error: unknown) => {
      log.warn({ err: error }, 'A pass of the scout could not be noted; trying again with the next');
    });
  };

  return {
    note: (states) => {
      untold.push({ at: clock().toISOString(), states: states === null ? null : [...states] });
      if (timer !== null) return;
      tellNow();
      timer = setTimeout(() => {
        timer = null;
        tellNow();
      }, toldEvery).unref();
    },
    lastOver: async (state) => {
      const doc = untold.reduce(withPass, await kept());
      return later(doc.everywhere, state === null ? null : (doc.states[state] ?? null));
    },
    onTold: (listener) => void listeners.push(listener),
    follow: (every = toldEvery) => {
      lookNow();
      following ??= setInterval(lookNow, every).unref();
    },
    stop: () => {
      if (following !== null) clearInterval(following);
      if (timer !== null) clearTimeout(timer);
      tellNow();
      return telling;
    },
  };
}

/** As one pass: what stands in `doc` that is later than what is `known`. */
function newsIn(doc: PassesDoc, known: PassesDoc): Scouted | null {
  const states = Object.keys(doc.states).filter((state) => (doc.states[state] ?? '') > (known.states[state] ?? ''));
  const isEverywhere = (doc.everywhere ?? '') > (known.everywhere ?? '');
  if (states.length === 0 && !isEverywhere) return null;
  const at = states.map((state) => doc.states[state] ?? null).reduce(later, isEverywhere ? doc.everywhere : null);
  return { at: at ?? '', states: isEverywhere ? null : states };
}

function withPass(doc: PassesDoc, { at, states }: Scouted): PassesDoc {
  if (states === null) return { ...doc, everywhere: at };
  return { ...doc, states: { ...doc.states, ...Object.fromEntries(states.map((state) => [state, at])) } };
}

/** As one pass: the time of the last, over all that any of them covered. */
function summed(passes: Scouted[]): Scouted {
  const at = passes.at(-1)?.at ?? '';
  const all = passes.flatMap(({ states }) => states ?? []);
  return { at, states: passes.some(({ states }) => states === null) ? null : [...new Set(all)] };
}

/** ISO 8601 times in UTC compare as texts. */
function later(some: string | null, other: string | null): string | null {
  if (some === null || other === null) return some ?? other;
  return some > other ? some : other;
}
