import { describe, expect, it } from 'vitest';
import { startPosition } from '#domain/shared/decider.ts';
import { StoreUnavailable } from '#projections/store/port.ts';
import { type EventStore, noStream } from '../port.ts';
import {
  systemMetadata,
  createCollector,
  setUpEventStoreDb,
  createHappenedEvents,
  appendUntilWritten,
} from '../testing/eventstoredb-fixture.ts';

const given = setUpEventStoreDb();

async function appendWhatSucceeds(store: EventStore) {
  const events = createHappenedEvents(1);
  await appendUntilWritten(store, 's', events);
  return events;
}

/** The error of a call that must fail. */
const failure = (call: Promise<unknown>) =>
  call.then(
    () => null,
    (reason: unknown) => reason,
  );

describe('an acknowledgement that is lost', () => {
  it('An acknowledgement that is lost after a durable append leaves one event, and the append succeeds', async () => {
    const store = given.open();
    const events = createHappenedEvents(3);
    given.double.faults.lostAcknowledgements = 2;
    const appended = await store.append('s', events, noStream, systemMetadata);
    expect(appended.revision).toBe(2);
    expect(await store.append('s', events, noStream, systemMetadata)).toEqual(appended);
    expect((await store.read('s')).events.map(({ id }) => id)).toEqual(events.map(({ id }) => id));
  });

  it('An acknowledgement that is lost at every try leaves the outcome open, and the same command again writes one event', async () => {
    const store = given.open();
    const events = createHappenedEvents(1);
    given.double.faults.lostAcknowledgements = Infinity;
    const error = await failure(store.append('s', events, noStream, systemMetadata));
    expect(error).toBeInstanceOf(StoreUnavailable);
    given.double.faults.lostAcknowledgements = 0;
    expect((await store.append('s', events, noStream, systemMetadata)).revision).toBe(0);
    expect((await store.read('s')).events).toHaveLength(1);
  });

  it('An acknowledgement that is lost is not mistaken for a concurrency conflict', async () => {
    const store = given.open();
    given.double.faults.lostAcknowledgements = 2;
    const [first, second] = await Promise.allSettled([
      store.append('s', createHappenedEvents(1), noStream, systemMetadata),
      store.append('s', createHappenedEvents(1), noStream, systemMetadata),
    ]);
    expect([first.status, second.status].sort()).toEqual(['fulfilled', 'rejected']);
    expect((await store.read('s')).events).toHaveLength(1);
  });
});

describe('a server that is unavailable', () => {
  it('A server that is unavailable at the start lets the store open, and is used once it is reachable', async () => {
    await given.double.shut();
    const store = given.open();
    const { ids, take } = createCollector();
    store.subscribe(startPosition, take);
    const calls = [
      store.head(),
      store.read('s'),
      store.append('s', createHappenedEvents(1), noStream, systemMetadata),
      store.readAll(startPosition, 1),
    ];
    for (const error of await Promise.all(calls.map(failure))) expect(error).toBeInstanceOf(StoreUnavailable);
    await given.double.open();
    const events = createHappenedEvents(2);
    await appendUntilWritten(store, 's', events);
    await expect.poll(ids).toEqual(events.map(({ id }) => id));
  });

  it('A server that is unavailable in the middle rejects appends, and both appends and subscriptions continue afterwards', async () => {
    const store = given.open();
    const events = createHappenedEvents(3);
    const { ids, take } = createCollector();
    store.subscribe(startPosition, take);
    await store.append('s', events.slice(0, 1), noStream, systemMetadata);
    await expect.poll(ids).toHaveLength(1);

    await given.double.shut();
    const error = await failure(store.append('s', events.slice(1, 2), 0, systemMetadata));
    expect(error).toBeInstanceOf(StoreUnavailable);
    await given.double.restart();

    await appendUntilWritten(store, 's', events.slice(1, 2), 0);
    await store.append('s', events.slice(2), 1, systemMetadata);
    await expect.poll(ids).toEqual(events.map(({ id }) => id));
    expect(given.errors).toEqual([]);
  });
});

it('A subscription that waits for a server which was away for long continues as soon as another call succeeds', async () => {
  const store = given.open();
  const { ids, take } = createCollector();
  store.subscribe(startPosition, take);
  await given.double.shut();
  const pauses = () => given.warnings.filter((line) => line.startsWith('Failed to follow EventStoreDB'));
  // The next pause takes 3 to 10 seconds.
  await expect.poll(pauses).toHaveLength(6);
  await given.double.restart();
  const [event] = await appendWhatSucceeds(store);
  await expect.poll(ids, { interval: 5 }).toEqual([event?.id]);
});

describe('a server that accepts calls and does not answer', () => {
  it('A server that accepts calls and does not answer is unavailable to every call, and works again when it answers', async () => {
    const store = given.open({ timeouts: { answerMs: 500, call: 2_000 } });
    const { position } = await store.append('s', createHappenedEvents(1), noStream, systemMetadata);
    given.double.faults.silence();
    const late = createHappenedEvents(1);
    const calls = [
      store.append('s', late, 0, systemMetadata),
      store.append('s', [], 0, systemMetadata),
      store.read('s'),
      store.readAll(position, 1),
      store.readAllBackwards(null, 1),
      store.head(),
    ];
    for (const error of await Promise.all(calls.map(failure))) expect(error).toBeInstanceOf(StoreUnavailable);
    given.double.faults.speak();
    expect((await appendUntilWritten(store, 's', late, 0)).revision).toBe(1);
    expect((await store.read('s')).events).toHaveLength(2);
  });

  it('A server that accepts calls and does not answer lets a subscription stop at once', async () => {
    given.double.faults.silence();
    const { stop } = given.open().subscribe(startPosition, () => Promise.resolve());
    await stop();
  });

  it('A server that accepts calls and does not answer is waited for when it answers late', async () => {
    const store = given.open();
    given.double.faults.delay = 300;
    expect((await store.append('s', createHappenedEvents(1), noStream, systemMetadata)).revision).toBe(0);
    expect((await store.read('s')).events).toHaveLength(1);
  });
});

describe('many appends', () => {
  it('Many appends run concurrently only up to the limit', async () => {
    const store = given.open({ maxInFlight: 4 });
    const appends = Array.from({ length: 100 }, (_, n) =>
      store.append(`s-${n}`, createHappenedEvents(1), noStream, systemMetadata),
    );
    await Promise.all(appends);
    expect(given.double.load.peak).toBe(4);
  });

  it('Many appends that wait for a silent server fail, queued ones too', async () => {
    const store = given.open({ maxInFlight: 1, timeouts: { answerMs: 200, call: 500 } });
    given.double.faults.silence();
    const appends = Array.from({ length: 20 }, (_, n) =>
      store.append(`s-${n}`, createHappenedEvents(1), noStream, systemMetadata),
    );
    for (const error of await Promise.all(appends.map(failure))) expect(error).toBeInstanceOf(StoreUnavailable);
  });

  it('Many appends in progress are answered before the store closes', async () => {
    const store = given.open();
    given.double.faults.delay = 50;
    const appends = Array.from({ length: 20 }, (_, n) =>
      store.append(`s-${n}`, createHappenedEvents(1), noStream, systemMetadata),
    );
    const [, ...written] = await Promise.all([store.close(), ...appends]);
    expect(written.map(({ revision }) => revision)).toEqual(appends.map(() => 0));
  });
});
