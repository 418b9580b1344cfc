import { randomBytes, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { userStream } from '#domain/event-catalog/streams.ts';
import type { Metadata } from '#domain/shared/decider.ts';
import { type ListedDocuments, StoreDamaged } from '#projections/store/port.ts';
import { openSqliteDocuments } from '#projections/store/sqlite/sqlite.ts';
import { createTestFolder } from '#server/lib/testing/temporary-folder.ts';
import { countYields } from '#server/testing/count-yields.ts';
import { withoutDamage } from '#server/platform/event-store/damage.ts';
import { describeEventStore } from '#server/platform/event-store/suite/event-store.suite.ts';
import { openEventStoreDb } from '#server/platform/event-store/eventstoredb/eventstoredb.ts';
import { type EventStore, type NewEvent, noStream, type StoredEvent } from '#server/platform/event-store/port.ts';
import { openSqliteEventStore } from '#server/platform/event-store/sqlite/sqlite.ts';
import {
  type FakeEventStoreDb,
  startFakeEventStoreDb,
} from '#server/platform/event-store/testing/fake-eventstoredb-server/server.ts';
import { withFieldEncryption } from './encrypted-event-store.ts';
import { createEventOpener } from './open-events.ts';
import { createSubjectKeys, type SubjectKeys, subjectKeysSpace } from './subject-keys.ts';

const by: Metadata = { actor: 'ann', commandId: 'c', correlationId: 'c', at: '2026-03-01T12:00:00.000Z' };
const credentialKey = randomBytes(32).toString('base64');
const registered = (userId: string, email: string): NewEvent => ({
  id: randomUUID(),
  type: 'UserRegistered',
  data: { userId, email, role: 'none' },
});

let folder: string;
let documents: ListedDocuments;
let double: FakeEventStoreDb;
beforeAll(async () => {
  double = await startFakeEventStoreDb();
});
afterAll(() => double.close());
beforeEach(() => {
  folder = createTestFolder();
  documents = openSqliteDocuments(join(folder, 'vault.sqlite'));
});
afterEach(() => documents.close());

const freshKeys = () => createSubjectKeys({ documents, credentialKey: () => credentialKey });
const engines: [string, () => EventStore][] = [
  ['SQLite', () => openSqliteEventStore(join(folder, 'events.sqlite'))],
  ['EventStoreDB', () => openEventStoreDb(double.url)],
];

for (const [name, open] of engines) {
  describeEventStore(`The sealed log in ${name}`, () => Promise.resolve(withFieldEncryption(open(), freshKeys())));

  describe(`The sealed log in ${name}`, () => {
    let stored: EventStore;
    let keys: SubjectKeys;
    let log: EventStore;
    let userId: string;
    beforeEach(() => {
      stored = open();
      keys = freshKeys();
      log = withFieldEncryption(stored, keys);
      userId = randomUUID();
    });
    afterEach(() => stored.close());
    const stream = () => userStream(userId);
    const dataIn = async (store: EventStore) => (await store.read(stream())).events.map(({ data }) => data);

    it('The encrypted log holds no personal text on disk, and decrypts each for its reader', async () => {
      const event = registered(userId, 'ann@x.com');
      await log.append(stream(), [event, { id: randomUUID(), type: 'SignedIn', data: { userId } }], noStream, by);
      const raw = await dataIn(stored);
      expect(JSON.stringify(raw)).not.toContain('ann@x.com');
      expect(raw[0]).toMatchObject({ userId, email: '[erased]', role: 'none', sealed: { subject: userId } });
      expect(raw[1]).toEqual({ userId });
      expect(await dataIn(log)).toEqual([event.data, { userId }]);
      expect(await dataIn(withFieldEncryption(stored, freshKeys()))).toEqual([event.data, { userId }]);
    });

    it('The encrypted log lets other work run while it decrypts a long stream', async () => {
      const events = Array.from({ length: 2_000 }, (_, n) => registered(userId, `ann${n}@x.com`));
      await log.append(stream(), events, noStream, by);
      const all = await stored.read(stream());
      const open = createEventOpener(keys);
      const { result, yields } = await countYields(() => open(all.events));
      expect(result.map(({ data }) => data)).toEqual(events.map(({ data }) => data));
      expect(yields).toBeGreaterThanOrEqual(3);
    });

    it('The encrypted log lets other work run between events with many members', async () => {
      const members = Array.from({ length: 400 }, (_, n) => ({ userId: `member-${n}`, figures: { miles: 1 } }));
      const matched = (): NewEvent => ({ id: randomUUID(), type: 'AlertsMatched', data: { listingId: 'l', members } });
      const wide = `alert-${randomUUID()}-0`;
      await log.append(wide, Array.from({ length: 6 }, matched), noStream, by);
      const { events } = await stored.read(wide);
      const { result, yields } = await countYields(() => createEventOpener(freshKeys())(events));
      expect(result.map(({ position }) => position)).toEqual(events.map(({ position }) => position));
      expect(JSON.stringify(result)).toContain('member-399');
      expect(yields).toBeGreaterThanOrEqual(5);
    });

    it('The encrypted log returns the same events by every read method', async () => {
      const before = await stored.head();
      const event = registered(userId, 'ann@x.com');
      await log.append(stream(), [event], noStream, by);
      const [forwards] = await log.readAll(before, 10);
      expect(forwards?.data).toEqual(event.data);
      expect((await log.readAllBackwards(null, 1))[0]?.data).toEqual(event.data);
      const given: StoredEvent[] = [];
      const subscription = log.subscribe(before, (events) => Promise.resolve(void given.push(...events)));
      await expect.poll(() => given).toEqual([forwards]);
      await subscription.stop();
    });

    it('The encrypted log writes nothing twice when an append is repeated, also by another process', async () => {
      const event = registered(userId, 'ann@x.com');
      const first = await log.append(stream(), [event], noStream, by);
      expect(await log.append(stream(), [event], noStream, by)).toEqual(first);
      expect(await withFieldEncryption(stored, freshKeys()).append(stream(), [event], noStream, by)).toEqual(first);
      expect(await dataIn(log)).toEqual([event.data]);
    });

    it('The encrypted log reads [erased] once the key is destroyed, and writes nothing more that could be decrypted', async () => {
      const other = withFieldEncryption(stored, freshKeys());
      await log.append(stream(), [registered(userId, 'ann@x.com')], noStream, by);
      await dataIn(other);
      const gone = { id: randomUUID(), type: 'UserDeleted', data: { userId } };
      await log.append(stream(), [gone], 0, by);
      await keys.destroy(userId, by.at);
      const erasedData = [{ userId, email: '[erased]', role: 'none' }, { userId }];
      expect(await dataIn(log)).toEqual(erasedData);
      await other.read(stream());
      expect(await dataIn(other)).toEqual(erasedData);
      const late = { id: randomUUID(), type: 'EmailChanged', data: { userId, email: 'late@x.com' } };
      await log.append(stream(), [late], 1, by);
      expect((await dataIn(stored))[2]).toEqual({ userId, email: '[erased]' });
    });

    it('The encrypted log decrypts nothing that was moved, altered, or whose key is missing', async () => {
      const bob = randomUUID();
      await log.append(stream(), [registered(userId, 'ann@x.com')], noStream, by);
      const [raw] = (await stored.read(stream())).events;
      await stored.append(userStream(bob), [{ id: randomUUID(), type: 'EmailChanged', data: raw?.data }], noStream, by);
      const [moved] = (await log.read(userStream(bob))).events;
      expect(moved).toMatchObject({ data: { email: '[unreadable]' }, damage: { part: 'texts' } });
      await expect(withoutDamage(log).read(userStream(bob))).rejects.toThrow(StoreDamaged);
      await documents.remove(subjectKeysSpace, userId);
      const [lost] = (await withFieldEncryption(stored, freshKeys()).read(stream())).events;
      expect(lost).toMatchObject({ data: { email: '[unreadable]' }, damage: { cause: userId } });
      expect(lost?.damage?.problem).toMatch(/is missing, and was not destroyed/);
    });
  });
}
