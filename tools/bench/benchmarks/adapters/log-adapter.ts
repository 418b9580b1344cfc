import { randomUUID } from 'node:crypto';
import { EventStoreDBClient, excludeSystemEvents, jsonEvent, NO_STREAM, START } from '@eventstore/db-client';
import { type Decider, startPosition, type StreamName } from '#domain/shared/decider.ts';
import { systemClock } from '#server/lib/clock.ts';
import { createCommandHandler } from '#server/platform/commands/command-handler.ts';
import { openEventStoreDb } from '#server/platform/event-store/eventstoredb/eventstoredb.ts';
import { type EventStore, noStream } from '#server/platform/event-store/port.ts';
import { compareToBareClient, measureRate } from '../../interleave.ts';
import type { BenchResult } from '../../result.ts';
import { startLog } from '../../workspace.ts';

const seconds = 1;
const eventCount = 10_000;
const streamCount = 1_000;
const credentials = { username: 'anybody', password: 'anybody' };
const metadata = { actor: 'bench', commandId: 'c', correlationId: 'c', at: '2026-01-01T00:00:00.000Z' };
const event = () => ({ id: randomUUID(), type: 'Measured', data: { userId: randomUUID(), changes: { maxPrice: 1 } } });

type Measured = Omit<ReturnType<typeof event>, 'id'>;
/** As short as rules can be, so that the calls of a command count. */
const counter: Decider<null, Measured, number> = {
  decide: () => [event()],
  evolve: (count) => count + 1,
  initialState: 0,
};

/**
 * The adapter of EventStoreDB against its plain client: appends, commands against appends, a read of the whole log, a
 * subscription from its start.
 */
export async function measureLogAdapter(): Promise<BenchResult[]> {
  const { url: eventStoreUrl, end } = await startLog();
  const store = openEventStoreDb(eventStoreUrl);
  const client = EventStoreDBClient.connectionString(eventStoreUrl);
  const options = { expectedRevision: NO_STREAM, credentials, deadline: 5_000 } as const;
  const appendBare = () => client.appendToStream(randomUUID(), [jsonEvent({ ...event(), metadata })], options);
  const append = () => store.append(randomUUID(), [event()], noStream, metadata);
  const handle = createCommandHandler(store, systemClock);
  const prefix = randomUUID();
  let commandCount = 0;
  const command = () => {
    const stream = `${prefix}-${commandCount++ % streamCount}` as StreamName<Measured>; // only the catalogue names streams otherwise
    return handle(counter, stream, null, { actor: 'bench', commandId: randomUUID() });
  };
  const figures: BenchResult[] = [];
  for (const [name, work] of Object.entries({ 'append to': append, 'command on': command }))
    for (const concurrency of [1, 64])
      figures.push(
        await compareToBareClient(`${name} EventStoreDB, ${concurrency} at once`, {
          measureAdapter: () => measureRate(work, { seconds, concurrency }),
          measureClient: () => measureRate(appendBare, { seconds, concurrency }),
        }),
      );
  await fillLog(store);
  const all = (await store.readAll(startPosition, 1_000_000)).length;
  const perSecond = async (work: () => Promise<unknown>) => {
    const begun = performance.now();
    await work();
    return all / ((performance.now() - begun) / 1000);
  };
  figures.push(
    await compareToBareClient('read of all events of EventStoreDB', {
      measureAdapter: () => perSecond(() => readWhole(store)),
      measureClient: () => perSecond(() => readBare(client)),
    }),
    await compareToBareClient('subscription to all events of EventStoreDB', {
      measureAdapter: () => perSecond(() => follow(store, all)),
      measureClient: () => perSecond(() => followBare(client, all)),
    }),
  );
  await store.close();
  await client.dispose();
  await end();
  return figures;
}

async function fillLog(store: EventStore): Promise<void> {
  for (let count = 0; count < eventCount; count += 100) {
    await store.append(randomUUID(), Array.from({ length: 100 }, event), noStream, metadata);
  }
}

async function readWhole(store: EventStore): Promise<void> {
  for (let after = startPosition; ; ) {
    const last = (await store.readAll(after, 2_000)).at(-1);
    if (!last) return;
    after = last.position;
  }
}

async function readBare(client: EventStoreDBClient): Promise<number> {
  let read = 0;
  for await (const { commitPosition } of client.readAll({ fromPosition: START, maxCount: 1_000_000 })) {
    read += commitPosition === undefined ? 0 : 1;
  }
  return read;
}

function follow(store: EventStore, count: number): Promise<void> {
  return new Promise((resolve) => {
    let readCount = 0;
    const subscription = store.subscribe(startPosition, (events) => {
      readCount += events.length;
      if (readCount >= count) setImmediate(() => void subscription.stop().then(resolve));
      return Promise.resolve();
    });
  });
}

function followBare(client: EventStoreDBClient, count: number): Promise<void> {
  return new Promise((resolve, reject) => {
    let readCount = 0;
    const subscription = client.subscribeToAll({ fromPosition: START, filter: excludeSystemEvents() });
    subscription.on('error', reject);
    subscription.on('data', () => {
      readCount += 1;
      if (readCount === count) void subscription.unsubscribe().then(() => resolve());
    });
  });
}
