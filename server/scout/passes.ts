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

  const kept = async () => (await documents.get<PassesDoc>(space, id)) ?? none;

  const tell = async () => {
    const passes = untold;
    if (passes.length === 0) return;
    await documents.put(space, passes.reduce(withPass, await kept()));
    untold = untold.slice(passes.length);
    for (const listener of listeners) listener(summed(passes));
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
    stop: () => {
      if (timer !== null) clearTimeout(timer);
      tellNow();
      return telling;
    },
  };
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
