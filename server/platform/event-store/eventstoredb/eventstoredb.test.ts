import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Position, startPosition } from '#domain/shared/decider.ts';
import { StoreDamaged } from '#projections/store/port.ts';
import { describeEventStore } from '../suite/event-store.suite.ts';
import { openEventStoreDb } from './eventstoredb.ts';
import { type EventStore, InvalidAppend, noStream, PositionNotInLog } from '../port.ts';
import { patientTimeouts } from '../testing/eventstoredb-fixture.ts';
import { type FakeEventStoreDb, startFakeEventStoreDb } from '../testing/fake-eventstoredb-server/server.ts';
import {
  systemMetadata,
  startEventStoreDbFixture,
  type EventStoreDbFixture,
  createHappenedEvents,
  createCollector,
} from '../testing/eventstoredb-fixture.ts';

describe('an EventStoreDB', () => {
  let double: FakeEventStoreDb;
  beforeAll(async () => {
    double = await startFakeEventStoreDb();
  });
  afterAll(() => double.close());

  describeEventStore('The log in EventStoreDB', () =>
    Promise.resolve(openEventStoreDb(process.env['EVENTSTORE_URL'] ?? double.url, { timeouts: patientTimeouts })),
  );
});

describe('the log in EventStoreDB', () => {
  let given: EventStoreDbFixture;
  let store: EventStore;
  beforeEach(async () => {
    given = await startEventStoreDbFixture();
    store = given.open();
  });
  afterEach(() => given.end());

  const idsOf = (events: { id: string }[]) => events.map(({ id }) => id);
  it('The log in EventStoreDB reads and follows beyond what other clients wrote that is no JSON', async () => {
    const before = createHappenedEvents(1);
    await store.append('s', before, noStream, systemMetadata);
    const metadata = Buffer.from(JSON.stringify(systemMetadata));
    const written = [
      { contentType: 'application/octet-stream', data: Buffer.of(0, 255), metadata },
      { contentType: 'application/json', data: Buffer.from('{"n":'), metadata },
      { contentType: 'application/json', data: Buffer.from('{}'), metadata: Buffer.of(0, 255) },
      { contentType: 'application/json', data: Buffer.from('{}'), metadata: Buffer.of() },
    ].map((event) => ({ ...event, id: randomUUID(), type: 'Happened' }));
    given.double.log.write('other', written);
    const after = createHappenedEvents(1);
    await store.append('s', after, 0, systemMetadata);
    const collector = createCollector();
    store.subscribe(startPosition, collector.take);
    await expect.poll(collector.ids).toEqual(idsOf([...before, ...written, ...after]));
    const damage = (await store.readAll(startPosition, 10)).map((event) => event.damage?.part);
    expect(damage).toEqual([undefined, 'data', 'data', 'data', 'data', undefined]);
    expect((await store.read('other')).events.map(({ data }) => data)).toEqual(['AP8=', '{"n":', {}, {}]);
  });

  /** System events of the server, in a stream of a reserved name or with a reserved type. */
  const ofServer = (count: number, stream = '$stats', type = '$statsCollected') => {
    const [data, metadata] = [Buffer.from('{}'), Buffer.of()];
    const event = () => ({ id: randomUUID(), type, contentType: 'application/json', data, metadata });
    given.double.log.write(stream, Array.from({ length: count }, event));
  };

  it('The log in EventStoreDB begins empty, though the server has written system events', async () => {
    ofServer(3);
    expect(await store.head()).toBe(startPosition);
    expect(await store.readAll(startPosition, 10)).toEqual([]);
    expect(await store.readAllBackwards(null, 10)).toEqual([]);
  });

  it('The log in EventStoreDB is read past system events, however many there are', async () => {
    const events = createHappenedEvents(3);
    await store.append('s', events.slice(0, 2), noStream, systemMetadata);
    ofServer(700);
    ofServer(1, '$other', 'Plain');
    await store.append('s', events.slice(2), 1, systemMetadata);
    ofServer(1_200);

    const forwards = await store.readAll(startPosition, 3);
    expect(idsOf(forwards)).toEqual(idsOf(events));
    expect(idsOf(await store.readAll(forwards[0]?.position ?? startPosition, 1))).toEqual(idsOf(events.slice(1, 2)));
    expect(idsOf(await store.readAll(forwards[1]?.position ?? startPosition, 5))).toEqual(idsOf(events.slice(2)));
    expect(idsOf(await store.readAllBackwards(null, 2))).toEqual(idsOf([...events].reverse().slice(0, 2)));
    expect(idsOf(await store.readAllBackwards(forwards[2]?.position ?? null, 5))).toEqual(
      idsOf(events.slice(0, 2).reverse()),
    );
  });

  it('The log in EventStoreDB has its head at the newest event that is not a system event', async () => {
    const { position } = await store.append('s', createHappenedEvents(2), noStream, systemMetadata);
    expect(await store.head()).toBe(position);
    for (const count of [1, 600, 1]) {
      ofServer(count);
      expect(await store.head()).toBe(position);
    }
    const later = await store.append('s', createHappenedEvents(1), 1, systemMetadata);
    ofServer(1);
    expect(await store.head()).toBe(later.position);
  });

  it('The log in EventStoreDB has nothing at a position where no event begins', async () => {
    const { position } = await store.append('s', createHappenedEvents(1), noStream, systemMetadata);
    const nowhere = (position - 1) as Position;
    await expect(store.readAll(nowhere, 1)).rejects.toBeInstanceOf(PositionNotInLog);
    await expect(store.readAllBackwards(nowhere, 1)).rejects.toBeInstanceOf(PositionNotInLog);
    expect((await store.append('s', createHappenedEvents(1), 0, systemMetadata)).revision).toBe(1);
  });

  it('The log in EventStoreDB rejects names that the server reserves', async () => {
    await expect(store.append('$s', createHappenedEvents(1), noStream, systemMetadata)).rejects.toBeInstanceOf(
      InvalidAppend,
    );
    const [event] = createHappenedEvents(1);
    const reserved = { id: randomUUID(), data: {}, ...event, type: '$Happened' };
    await expect(store.append('s', [reserved], noStream, systemMetadata)).rejects.toBeInstanceOf(InvalidAppend);
  });

  it('The log in EventStoreDB reports that a stream was deleted permanently, without waiting for it', async () => {
    await store.append('s', createHappenedEvents(1), noStream, systemMetadata);
    given.double.log.tombstone('s');
    await expect(store.read('s')).rejects.toBeInstanceOf(StoreDamaged);
    await expect(store.append('s', createHappenedEvents(1), 0, systemMetadata)).rejects.toThrow(
      'Stream s was permanently deleted in EventStoreDB.',
    );
  });

  it.each([
    ['a name and a password', (port: number) => `esdb://admin:change%40it@127.0.0.1:${port}?tls=false`],
    ['discovery', (port: number) => `esdb+discover://127.0.0.1:${port}?tls=false`],
  ])('The log in EventStoreDB accepts an address with %s', async (_, address) => {
    const other = given.open({}, address(given.double.port));
    expect((await other.append('s', createHappenedEvents(1), noStream, systemMetadata)).revision).toBe(0);
  });

  it.each(['http://admin:secret@127.0.0.1', 'esdb://admin:secret@127.0.0.1?tls=secret', ''])(
    'The log in EventStoreDB rejects the address %j without repeating its password',
    (url) => {
      expect(() => openEventStoreDb(url)).toThrow('EVENTSTORE_URL must be an address such as');
      expect(() => openEventStoreDb(url)).not.toThrow('secret');
    },
  );

  it.each(['there', 'gone'])(
    'The log in EventStoreDB keeps no process alive once closed, when the server is %s',
    async (server) => {
      if (server === 'gone') await given.double.shut();
      const script = new URL('../testing/open-and-close.ts', import.meta.url).pathname;
      const child = spawn(process.execPath, [script, given.double.url, server], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      const closed = once(child, 'close');
      expect(await text(child.stdout)).toBe('closed');
      expect(await closed).toEqual([0, null]);
    },
  );
});
