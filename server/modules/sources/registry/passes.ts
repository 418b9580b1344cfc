import type { Logger } from 'pino';
import type { Scouted } from '#domain/matching/scouting.contract.ts';
import type { Point } from '#domain/geo/distance.ts';
import { spotOf, touches } from '#domain/geo/spots.ts';
import type { Documents } from '#projections/store/port.ts';
import type { Clock } from '#server/lib/clock.ts';

const space = 'scout';
const id = 'passes';
/** Passes that follow each other faster are told, and kept, as one. */
const toldEvery = 5000;

/** Where somebody wants to be told of offers: around a point of a state (two letters), so many miles. */
export type Area = Point & { state: string | null; radius: number };

/** When sources were last looked through, whether that brought something or not. States are two letters. */
export type Passes = {
  /** Notes a pass over these states, or over all of them (null). */
  note: (states: readonly string[] | null) => void;
  /** Notes that a source told of what lies here, without a word on where else it looked. */
  noteAt: (points: readonly Point[]) => void;
  /** ISO 8601; null where there was none. Without an area any pass counts. */
  lastOver: (area: Area | null) => Promise<string | null>;
  onTold: (listener: (pass: Scouted) => void) => void;
  /** From now on what other processes note is told too, a little later. */
  follow: (every?: number) => void;
  stop: () => Promise<void>;
};

/** A pass of which nobody says over which states it was has `spots`. */
type Pass = Scouted & { spots?: string[] };
/** Times by state and by spot. */
type PassesDoc = {
  id: string;
  everywhere: string | null;
  states: Record<string, string>;
  spots: Record<string, string>;
};
type Parts = { documents: Documents; clock: Clock; log: Logger };

/** What was longer ago is 'not long ago' in any case; in ms. */
const spotsLast = 24 * 60 * 60 * 1000;

const none: PassesDoc = { id, everywhere: null, states: {}, spots: {} };

export function createPasses({ documents, clock, log }: Parts): Passes {
  const listeners: ((pass: Scouted) => void)[] = [];
  let untold: Pass[] = [];
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

  const note = (pass: Omit<Pass, 'at'>) => {
    untold.push({ at: clock().toISOString(), ...pass });
    if (timer !== null) return;
    tellNow();
    timer = setTimeout(() => {
      timer = null;
      tellNow();
    }, toldEvery).unref();
  };

  return {
    note: (states) => note({ states: states && [...states] }),
    noteAt: (points) => {
      if (points.length > 0) note({ states: [], spots: [...new Set(points.map(spotOf))] });
    },
    lastOver: async (area) => lastIn(untold.reduce(withPass, await kept()), area),
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

function lastIn({ everywhere, states, spots }: PassesDoc, area: Area | null): string | null {
  const over = Object.entries(states).filter(([state]) => area === null || state === area.state);
  const at = Object.entries(spots).filter(([spot]) => area === null || touches(spot, area, area.radius));
  return [...over, ...at].map(([, time]) => time).reduce<string | null>(later, everywhere);
}

/** As one pass: what stands in `doc` that is later than what is `known`. */
function newsIn(doc: PassesDoc, known: PassesDoc): Scouted | null {
  const states = newer(doc.states, known.states);
  const spots = newer(doc.spots, known.spots);
  const everywhere = (doc.everywhere ?? '') > (known.everywhere ?? '') ? doc.everywhere : null;
  const at = [...states, ...spots].map(([, time]) => time).reduce<string | null>(later, everywhere);
  return at === null ? null : { at, states: everywhere === null ? states.map(([state]) => state) : null };
}

function newer(times: Record<string, string>, known: Record<string, string>): [string, string][] {
  return Object.entries(times).filter(([name, time]) => time > (known[name] ?? ''));
}

function withPass(doc: PassesDoc, { at, states, spots }: Pass): PassesDoc {
  if (states === null) return { ...doc, everywhere: at };
  if (spots) {
    const since = new Date(Date.parse(at) - spotsLast).toISOString();
    const young = Object.entries(doc.spots).filter(([, time]) => time > since);
    return { ...doc, spots: Object.fromEntries([...young, ...spots.map((spot) => [spot, at] as const)]) };
  }
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
