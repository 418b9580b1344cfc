import { setTimeout } from 'node:timers/promises';
import type { Position } from '#domain/shared/decider.ts';
import type { ViewStore } from '#projections/store/port.ts';
import type { EventStore } from '#server/platform/event-store/port.ts';
import { chainIn, chainView } from '#server/modules/audit/hash-chain/chain-blocks.ts';
import { gatherChain } from '#server/modules/audit/hash-chain/gather-chain.ts';
import { gatherIndex } from '#server/modules/audit/search/gather-index.ts';
import { openHistory } from '#server/modules/audit/search/history.ts';
import { indexView } from '#server/modules/audit/search/index-blocks.ts';
import { keepView } from '#server/modules/audit/projection/keep.ts';
import { shownEvents } from '#server/modules/audit/details/shown.ts';
import { verify } from '#server/modules/audit/verification/verify.ts';
import { allEvents, type Filters } from '#server/modules/audit/search/wanted.ts';
import { type Figure, figure, mean, percentile, rounded } from '../figure.ts';
import { makeLog } from '../made-log.ts';
import type { NewPlace, Place } from '../place.ts';
import type { Bench } from '../setup.ts';

const pageSize = 60;
const firstPages = 60;
const runsOfFilter = 5;
const appended = 20_000;
const quiet = { warn: console.error, fatal: console.error };
const everywhere = { before: Infinity, after: -Infinity };

type Stores = { events: EventStore; views: ViewStore };

/** Keeps chain and index until they hold the whole log. */
function keepers({ events, views }: Stores) {
  const keeping = { events, views, log: quiet, onFenced: () => undefined };
  const chain = { ...keeping, what: 'The chain', declaration: chainView, gathering: gatherChain(views) };
  const index = { ...keeping, what: 'The index', declaration: indexView, gathering: gatherIndex(views, views) };
  return { chain: () => keepView(chain), index: () => keepView(index) };
}

async function untilKept({ events, views }: Stores, kept: readonly string[]): Promise<void> {
  const head = await events.head();
  const isThere = (checkpoints: Map<string, Position>) => kept.every((view) => checkpoints.get(view) === head);
  while (!isThere(await views.checkpoints())) await setTimeout(5);
}

async function secondsOf(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await work();
  return (performance.now() - begun) / 1_000;
}

/** The same events appended alone, and while chain and index are kept of them; the rate of the second in the first. */
async function costOnAppend(newPlace: NewPlace): Promise<number> {
  const run = async (isKept: boolean): Promise<number> => {
    const place = await newPlace();
    const stores = { events: place.openEvents(), views: place.openViews() };
    const kept = keepers(stores);
    const works = isKept ? [await kept.chain(), await kept.index()] : [];
    const seconds = await secondsOf(() => makeLog(stores.events, appended));
    await Promise.all(works.map(({ stop }) => stop()));
    await closed(stores, place);
    return seconds;
  };
  const [alone, kept]: [number[], number[]] = [[], []];
  for (let round = 0; round < 3; round += 1) {
    alone.push(await run(false));
    kept.push(await run(true));
  }
  return mean(alone) / mean(kept);
}

async function closed({ events, views }: Stores, place: Place): Promise<void> {
  await Promise.all([events.close(), views.close()]);
  await place.end();
}

/** What an auditor may ask of a made log: much and little found, nothing found, and combinations. */
async function questions({ events, views }: Stores): Promise<Record<string, Partial<Filters>>> {
  const { found } = await openHistory({ events, views }).page({ ...allEvents, type: 'AlertsMatched' }, everywhere, 1);
  const [matched] = found;
  const { members } = (matched?.data ?? { members: [] }) as { members: { userId: string }[] };
  const person = members[0]?.userId ?? '';
  const from = Date.parse('2026-01-01T01:00:00.000Z');
  return {
    person: { person },
    nobody: { person: '00000000-0000-4000-8000-000000000000' },
    stream: { stream: matched?.stream ?? '' },
    streams: { stream: 'alert-*' },
    type: { type: 'AlertsMatched' },
    'text in many': { q: 'filters' },
    'text in one': { q: 'house number 4560' },
    'text in none': { q: 'no such text at all' },
    'an hour': { from, to: from + 3_600_000 },
    'person, type and text': { person, type: 'SignedIn', q: 'signed' },
    'type and text, never together': { type: 'FiltersUpdated', q: 'oak street' },
    'all, never together': { stream: 'user-*', type: 'SignedIn', q: 'filters', from: 0 },
  };
}

/** A log of at least `size` events as auditors use it. */
export async function history(size: number, bench: Bench): Promise<Figure[]> {
  const place = await bench.newPlace();
  const stores = { events: place.openEvents(), views: place.openViews() };
  const { events, views } = stores;
  await makeLog(events, size);
  const kept = keepers(stores);
  const build = (view: string, keep: typeof kept.chain) =>
    secondsOf(async () => {
      const { stop } = await keep();
      await untilKept(stores, [view]);
      await stop();
    });
  const chained = await build(chainView.view, kept.chain);
  const indexed = await build(indexView.view, kept.index);
  const desk = openHistory(stores);
  const ask = async (filters: Partial<Filters>) => {
    const { found } = await desk.page({ ...allEvents, ...filters }, everywhere, pageSize);
    await shownEvents({ views, history: views }, found);
  };
  const first: number[] = [];
  for (let run = 0; run < firstPages; run += 1) first.push(1_000 * (await secondsOf(() => ask({}))));
  const slowest: Record<string, number> = {};
  for (const [name, filters] of Object.entries(await questions(stores))) {
    const times: number[] = [];
    for (let run = 0; run < runsOfFilter; run += 1) times.push(1_000 * (await secondsOf(() => ask(filters))));
    slowest[name] = rounded(Math.max(...times));
  }
  let read = 0;
  const verifying = await secondsOf(async () => {
    read = (await verify({ stored: events, chain: chainIn(views), keys: new Map() })).events;
  });
  await closed(stores, place);
  const ratio = await costOnAppend(bench.newPlace);
  const of = `${read.toLocaleString('en-US')} events`;
  const ms = { unit: 'ms', better: 'lower' } as const;
  const worst = Math.max(...Object.values(slowest));
  return [
    figure({ ...ms, name: `history: first page, p95, ${of}`, value: percentile(first, 0.95), limit: 5 }),
    figure({ ...ms, name: `history: any filter, the slowest, ${of}`, value: worst, limit: 100, detail: slowest }),
    figure({
      name: `history: verification, ${of}`,
      value: read / verifying,
      unit: 'events/s',
      better: 'higher',
      limit: 200_000,
    }),
    figure({
      name: 'history: appends while chain and index are kept',
      value: ratio,
      unit: 'of the rate',
      better: 'higher',
      limit: 0.8,
      detail: { chainedPerSecond: rounded(read / chained), indexedPerSecond: rounded(read / indexed) },
    }),
  ];
}
