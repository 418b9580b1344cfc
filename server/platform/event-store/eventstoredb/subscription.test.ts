import { describe, expect, it } from 'vitest';
import { startPosition } from '#domain/shared/decider.ts';
import { type EventStore, type NewEvent, noStream, PositionNotInLog, type StoredEvent } from '../port.ts';
import {
  createCollector,
  setUpEventStoreDb,
  createHappenedEvents,
  appendUntilWritten,
} from '../testing/eventstoredb-fixture.ts';

const given = setUpEventStoreDb();

const idsOf = (events: { id: string }[]) => events.map(({ id }) => id);
const append = (store: EventStore, events: NewEvent[], expected = noStream) =>
  appendUntilWritten(store, 's', events, expected);
/** A system event of the server. */
const ofServer = (count: number) =>
  Array.from({ length: count }, () => ({
    id: crypto.randomUUID(),
    type: '$statsCollected',
    contentType: 'application/json',
    data: Buffer.from('{}'),
    metadata: Buffer.of(),
  }));

describe('a subscription', () => {
  it('A subscription neither loses, duplicates nor reorders events while the connection is cut every 200 ms under load', async () => {
    const store = given.open();
    const { ids, take } = createCollector();
    store.subscribe(startPosition, take);
    const cuts = setInterval(given.double.cut, 200);
    const end = performance.now() + 3_000;
    let written = 0;
    const writer = async (_: unknown, n: number) => {
      for (let revision = noStream; performance.now() < end || given.warnings.length <= 3; revision += 3) {
        await appendUntilWritten(store, `s-${n}`, createHappenedEvents(3), revision);
        written += 3;
      }
    };
    await Promise.all(Array.from({ length: 8 }, writer)).finally(() => clearInterval(cuts));

    await expect.poll(() => ids().length).toBeGreaterThanOrEqual(written);
    const log = await store.readAll(startPosition, 100_000);
    expect(log).toHaveLength(written);
    expect(ids()).toEqual(idsOf(log));
    for (const ofStream of Map.groupBy(log, ({ stream }) => stream).values())
      expect(ofStream.map(({ revision }) => revision)).toEqual(ofStream.map((_, n) => n));
    expect(given.warnings.length).toBeGreaterThan(3);
  });

  it('A subscription restarts after the last handled batch when it is dropped for being too slow', async () => {
    const store = given.open();
    const events = createHappenedEvents(3_000);
    const { ids, take } = createCollector();
    const release = Promise.withResolvers<null>();
    const stalled = Promise.withResolvers<null>();
    store.subscribe(startPosition, async (batch) => {
      stalled.resolve(null);
      await release.promise;
      await take(batch);
    });
    await append(store, events.slice(0, 1));
    await stalled.promise;
    given.double.faults.liveBuffer = 100;
    await append(store, events.slice(1), 0);
    await expect.poll(() => given.double.followed.open.size).toBe(0);
    given.double.faults.liveBuffer = Infinity;
    release.resolve(null);
    await expect.poll(() => ids().length).toBe(3_000);
    expect(ids()).toEqual(idsOf(events));
  });

  it('A subscription applies back-pressure to the server while the consumer stalls, and delivers everything in the end', async () => {
    const store = given.open();
    const events = createHappenedEvents(5_000, 'x'.repeat(100));
    await appendUntilWritten(store, 's', events);
    const { ids, take } = createCollector();
    const release = Promise.withResolvers<null>();
    const sizes: number[] = [];
    store.subscribe(startPosition, async (batch) => {
      sizes.push(batch.length);
      await release.promise;
      await take(batch);
    });
    await expect.poll(() => sizes.length).toBe(1);
    release.resolve(null);
    await expect.poll(() => ids().length).toBe(5_000);
    expect(ids()).toEqual(idsOf(events));
    expect(Math.max(...sizes)).toBeLessThanOrEqual(500);
  });

  it('A subscription is restarted when the server answers everything but delivers nothing more', async () => {
    const store = given.open({ timeouts: { silenceMs: 100, answerMs: 100 } });
    const { ids, take } = createCollector();
    store.subscribe(startPosition, take);
    const events = createHappenedEvents(2);
    await append(store, events.slice(0, 1));
    await expect.poll(ids).toHaveLength(1);
    given.double.stallSubscriptions();
    await append(store, events.slice(1), 0);
    await expect.poll(ids).toEqual(idsOf(events));
  });

  it('A subscription is restarted after the whole server was silent', async () => {
    const store = given.open({ timeouts: { silenceMs: 100, answerMs: 100, call: 300 } });
    const { ids, take } = createCollector();
    given.double.faults.silence();
    store.subscribe(startPosition, take);
    await expect.poll(() => given.warnings.length).toBeGreaterThan(1);
    given.double.faults.speak();
    const events = createHappenedEvents(1);
    await appendUntilWritten(store, 's', events);
    await expect.poll(ids).toEqual(idsOf(events));
  });

  it('A subscription delivers no system events, and continues after the server’s checkpoint', async () => {
    const store = given.open();
    const { ids, take } = createCollector();
    const events = createHappenedEvents(2);
    await append(store, events.slice(0, 1));
    given.double.log.write('$stats', ofServer(1_200));
    given.double.log.write('$other', [{ ...ofServer(1)[0], type: 'Plain' } as never]);
    store.subscribe(startPosition, take);
    await expect.poll(ids).toHaveLength(1);
    const before = (await store.head()) as number;
    given.double.cut();
    await expect.poll(() => given.double.followed.after.length).toBeGreaterThan(1);
    expect(given.double.followed.after[1]).toBeGreaterThan(before);
    await appendUntilWritten(store, 's', events.slice(1), 0);
    await expect.poll(ids).toEqual(idsOf(events));
  });

  it('A subscription does not continue from the server’s checkpoint when an event before it was never delivered', async () => {
    const store = given.open();
    const { ids, take } = createCollector();
    const events = createHappenedEvents(2);
    const { position } = await append(store, events.slice(0, 1));
    given.double.log.write('$stats', ofServer(511));
    given.double.faults.checkpointsAhead = true;
    store.subscribe(startPosition, take);
    await expect.poll(() => given.double.followed.caughtUp).toBeGreaterThan(0);
    // It comes over the same connection, after all messages of the subscription.
    await store.head();
    await given.double.shut();
    given.double.log.append('s', [{ ...ofServer(1)[0], ...events[1], data: Buffer.from('{}') } as never], 0);
    const skipped = given.double.log.all.at(-1)?.position;
    await given.double.open();
    await expect.poll(ids).toEqual(idsOf(events));
    expect(new Set(given.double.followed.after)).toEqual(new Set([startPosition, skipped, position]));
  });

  it('A subscription delivers events again that were not handled, even if it broke', async () => {
    const store = given.open();
    const seen: StoredEvent[][] = [];
    store.subscribe(startPosition, (batch) => {
      seen.push(batch);
      given.double.cut();
      return seen.length < 3 ? Promise.reject(new Error('not now')) : Promise.resolve();
    });
    const events = createHappenedEvents(2);
    await append(store, events);
    await appendUntilWritten(store, 't', createHappenedEvents(1));
    await expect.poll(() => seen.length).toBeGreaterThan(3);
    expect(seen[1]).toEqual(seen[0]);
    expect(seen[2]).toEqual(seen[0]);
    expect(seen[3]?.[0]?.position).toBeGreaterThan(seen[0]?.at(-1)?.position ?? Infinity);
  });
});

describe('a log that was restored from an older backup', () => {
  const recovered = (store: EventStore) => expect.poll(() => store.read('s').catch(() => null)).not.toBeNull();

  it('A log that was restored from an older backup is rejected: the subscription ends with an error, and nothing is written to the log any more', async () => {
    const store = given.open();
    const { ids, take } = createCollector();
    await append(store, createHappenedEvents(10));
    const subscription = store.subscribe(startPosition, take);
    await expect.poll(ids).toHaveLength(10);

    await given.double.restart(5);
    await expect.poll(() => given.errors).toHaveLength(1);
    expect(given.errors[0]).toContain('restored from an older backup');
    await expect(append(store, createHappenedEvents(1), 3)).rejects.toBeInstanceOf(PositionNotInLog);
    await expect(store.head()).rejects.toBeInstanceOf(PositionNotInLog);
    expect((await store.read('s')).revision).toBe(3);
    expect(ids()).toHaveLength(10);
    await subscription.stop();
  });

  it.each([
    ['shorter', 0],
    ['longer again', 20],
  ])('A log that was restored from an older backup is recognized when it is %s', async (_, more) => {
    const first = given.open();
    const { position } = await append(first, createHappenedEvents(10));
    await given.double.restart(5);
    await recovered(first);
    if (more > 0) await append(first, createHappenedEvents(more, 'other data'), 3);

    await expect(first.readAll(position, 10)).rejects.toBeInstanceOf(PositionNotInLog);
    const { ids, take } = createCollector();
    given.open().subscribe(position, take);
    await expect.poll(() => given.errors).toHaveLength(1);
    expect(ids()).toEqual([]);
  });

  it('A log that was restored from an older backup is read from its start like any other', async () => {
    const store = given.open();
    await append(store, createHappenedEvents(10));
    const before = await store.head();
    await given.double.restart(5);
    await recovered(store);
    expect(await store.readAll(startPosition, 100)).toHaveLength(4);
    expect(await store.head()).toBeLessThan(before);
    const { ids, take } = createCollector();
    store.subscribe(startPosition, take);
    await expect.poll(ids).toHaveLength(4);
  });
});
