import { loggedEventTypes } from '#domain/event-catalog/catalog.ts';
import type { ViewStore } from '#projections/store/port.ts';
import type { EventStore } from '#server/platform/event-store/port.ts';
import { createStoredChain, chainView } from '#server/modules/audit/hash-chain/chain-blocks.ts';
import { createChainProjection } from '#server/modules/audit/hash-chain/chain-projection.ts';
import { createTestHistory } from '#server/modules/audit/testing/history-fixture.ts';
import { createBatchSubscriber } from '#server/modules/audit/projection/batch-subscriber.ts';
import { startTestFeed } from '#server/platform/subscriptions/testing/feed-fixture.ts';
import { presentEvents } from '#server/modules/audit/details/present-events.ts';
import { allEvents, type EventFilters } from '#server/modules/audit/search/history-query.ts';
import type { HistoryReader } from '#server/modules/audit/search/history-reader.ts';
import { type BenchResult, createResult, mean, percentile, roundDigits } from '../result.ts';
import { generateLog } from '../data/generate-log.ts';
import type { CreateWorkspace, Workspace } from '../workspace.ts';
import type { Bench } from '../setup.ts';
import { measureVerification } from './verification.ts';

const pageSize = 60;
const firstPages = 60;
const runsOfFilter = 5;
const appendedCount = 20_000;
const everywhere = { before: Infinity, after: -Infinity };

type Stores = { events: EventStore; views: ViewStore };

/** Keeps the chain until `stop`; `ready` resolves when it covers the log. */
function startChain({ events, views }: Stores) {
  const feed = startTestFeed(events);
  const chain = { name: 'hash-chain', declaration: chainView, projection: createChainProjection(views) };
  const { ready } = feed.run(createBatchSubscriber({ ...chain, events, views }));
  return { ready, stop: feed.stop };
}

async function measureSeconds(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await work();
  return (performance.now() - begun) / 1_000;
}

/** The same events appended without and with chain and index; the second rate as a share of the first. */
async function measureAppendCost(createWorkspace: CreateWorkspace): Promise<number> {
  const run = async (isKept: boolean): Promise<number> => {
    const workspace = await createWorkspace();
    const stores = { events: workspace.openEvents(), views: workspace.openViews() };
    const subscriptions = isKept ? [startChain(stores), createTestHistory(stores).start()] : [];
    for (const { ready } of subscriptions) await ready;
    const seconds = await measureSeconds(() => generateLog(stores.events, appendedCount));
    for (const { stop } of subscriptions) await stop();
    await closeStores(stores, workspace);
    return seconds;
  };
  const [alone, kept]: [number[], number[]] = [[], []];
  for (let round = 0; round < 3; round += 1) {
    alone.push(await run(false));
    kept.push(await run(true));
  }
  return mean(alone) / mean(kept);
}

async function closeStores({ events, views }: Stores, workspace: Workspace): Promise<void> {
  await Promise.all([events.close(), views.close()]);
  await workspace.end();
}

/** Searches of a generated log: with many and few results, with none, and with combined filters. */
async function createQuestions(reader: HistoryReader): Promise<Record<string, Partial<EventFilters>>> {
  const page = await reader.page({ ...allEvents, types: ['AlertsMatched'] }, everywhere, 1);
  const [matched] = page.events;
  const { members } = (matched?.data ?? { members: [] }) as { members: { userId: string }[] };
  const person = members[0]?.userId ?? '';
  const from = Date.parse('2026-01-01T01:00:00.000Z');
  return {
    person: { person },
    nobody: { person: '00000000-0000-4000-8000-000000000000' },
    stream: { stream: matched?.stream ?? '' },
    streams: { stream: 'alert-*' },
    type: { types: ['AlertsMatched'] },
    'text in many': { q: 'filters' },
    'text in one': { q: 'house number 4560' },
    'text in none': { q: 'no such text at all' },
    'lines of the workflow log': { types: loggedEventTypes, q: 'filters' },
    'an hour': { from, to: from + 3_600_000 },
    'person, type and text': { person, types: ['SignedIn'], q: 'signed' },
    'type and text, never together': { types: ['FiltersUpdated'], q: 'oak street' },
    'all, never together': { stream: 'user-*', types: ['SignedIn'], q: 'filters', from: 0 },
  };
}

/** A log of at least `size` events with the history that auditors read. */
export async function measureAuditLog(size: number, bench: Bench): Promise<BenchResult[]> {
  const workspace = await bench.createWorkspace();
  const stores = { events: workspace.openEvents(), views: workspace.openViews() };
  const { events, views } = stores;
  await generateLog(events, size);
  const chainSeconds = await measureSeconds(async () => {
    const { ready, stop } = startChain(stores);
    await ready;
    await stop();
  });
  const { reader, start } = createTestHistory(stores);
  const projector = start();
  const indexSeconds = await measureSeconds(() => projector.ready);
  const ask = async (filters: Partial<EventFilters>) => {
    const page = await reader.page({ ...allEvents, ...filters }, everywhere, pageSize);
    await presentEvents({ views, history: views }, page.events);
  };
  const first: number[] = [];
  for (let run = 0; run < firstPages; run += 1) first.push(1_000 * (await measureSeconds(() => ask({}))));
  const slowest: Record<string, number> = {};
  for (const [name, filters] of Object.entries(await createQuestions(reader))) {
    const times: number[] = [];
    for (let run = 0; run < runsOfFilter; run += 1) times.push(1_000 * (await measureSeconds(() => ask(filters))));
    slowest[name] = roundDigits(Math.max(...times));
  }
  const read = await createStoredChain(views).length();
  await projector.stop();
  await closeStores(stores, workspace);
  const ratio = await measureAppendCost(bench.createWorkspace);
  const of = `${read.toLocaleString('en-US')} events`;
  const ms = { unit: 'ms', better: 'lower' } as const;
  const worst = Math.max(...Object.values(slowest));
  return [
    createResult({ ...ms, name: `history: first page, p95, ${of}`, value: percentile(first, 0.95), limit: 5 }),
    createResult({ ...ms, name: `history: any filter, the slowest, ${of}`, value: worst, limit: 100, detail: slowest }),
    ...(await measureVerification(size, bench)),
    createResult({
      name: 'history: appends while chain and index are kept',
      value: ratio,
      unit: 'of the rate',
      better: 'higher',
      limit: 0.8,
      detail: {
        chainedPerSecond: roundDigits(read / chainSeconds),
        indexedPerSecond: roundDigits(read / indexSeconds),
      },
    }),
  ];
}
