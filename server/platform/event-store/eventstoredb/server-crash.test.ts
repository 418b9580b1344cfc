import { randomUUID } from 'node:crypto';
import { expect, it, onTestFinished } from 'vitest';
import { startPosition } from '#domain/shared/decider.ts';
import { noStream } from '../port.ts';
import { appendUntilWritten, createCollector, createHappenedEvents } from '../testing/eventstoredb-fixture.ts';
import { eventStoreDbProgram, startEventStoreDb } from '../testing/eventstoredb-program.ts';
import { openEventStoreDb } from './eventstoredb.ts';

it.skipIf(eventStoreDbProgram === undefined)(
  'A real EventStoreDB that is killed under load keeps each event once, and a subscription delivers all in order',
  async () => {
    const server = await startEventStoreDb(eventStoreDbProgram ?? '');
    const store = openEventStoreDb(server.url);
    onTestFinished(async () => {
      await store.close();
      await server.end();
    });
    const collector = createCollector();
    store.subscribe(startPosition, collector.take);

    const acknowledged: string[] = [];
    const kills = 3;
    let isOver = false;
    const append = async () => {
      while (!isOver) {
        const events = createHappenedEvents(2);
        await appendUntilWritten(store, `crash-${randomUUID()}`, events, noStream);
        acknowledged.push(...events.map(({ id }) => id));
      }
    };
    const load = Promise.all(Array.from({ length: 8 }, append));
    for (let kill = 0; kill < kills; kill += 1) {
      const enough = acknowledged.length + 200;
      await expect.poll(() => acknowledged.length).toBeGreaterThan(enough);
      await server.kill();
      await server.restart();
    }
    isOver = true;
    await load;

    const stored = (await store.readAll(startPosition, 1_000_000)).map(({ id }) => id);
    expect(stored).toHaveLength(acknowledged.length);
    expect(new Set(stored)).toEqual(new Set(acknowledged));
    await expect.poll(() => collector.ids().length).toBe(stored.length);
    expect(collector.ids()).toEqual(stored);
  },
);
