import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Metadata } from '#domain/shared/decider.ts';
import { StoreUnavailable } from '#projections/store/port.ts';
import { createEvent, listIds, metadata, type OpenedStore, createCountedEvents } from '../testing/suite-fixtures.ts';
import { describeRevisions } from './revisions.suite.ts';
import { describeSubscriptions } from './subscriptions.suite.ts';
import { type EventStore, InvalidAppend, noStream } from '../port.ts';

/** Every adapter must pass this suite. `open` gives a store whose log may already hold events of other tests. */
export function describeEventStore(name: string, open: () => Promise<EventStore>) {
  describe(`${name} keeps the event store contract`, () => {
    let store: EventStore;
    let stream: string;
    let append: OpenedStore['append'];
    beforeEach(async () => {
      store = await open();
      stream = `thing-${randomUUID()}`;
      append = (events, expected, to = stream) => store.append(to, events, expected, metadata);
    });
    afterEach(() => store.close());

    const opened = () => ({ store, stream, append });
    describeRevisions(opened);
    describeSubscriptions(opened);

    describe('append and read', () => {
      it('An event store reads back what was appended, in order, with every field', async () => {
        const events = [
          createEvent('Opened', { title: 'Ünïcode 🏠', price: 45_000.5, none: null, list: [1, [2]] }),
          createEvent('Closed'),
        ];
        const appended = await append(events, noStream);
        const { events: found, revision } = await store.read(stream);

        expect(revision).toBe(1);
        expect(found).toEqual(
          events.map((given, n) => ({ ...given, stream, revision: n, metadata, position: found[n]?.position })),
        );
        expect(JSON.stringify(found[0]?.data)).toBe(JSON.stringify(events[0]?.data));
        expect(appended).toEqual({ revision: 1, position: found[1]?.position });
      });

      it('An event store reads a stream from a revision on, and still returns its last revision', async () => {
        const events = createCountedEvents(5);
        await append(events, noStream);
        expect(listIds((await store.read(stream, 3)).events)).toEqual(listIds(events.slice(3)));
        expect(await store.read(stream, 5)).toEqual({ events: [], revision: 4 });
        const page = await store.read(stream, 1, 2);
        expect([listIds(page.events), page.revision]).toEqual([listIds(events.slice(1, 3)), 2]);
        expect((await store.read(stream, 4, 2)).revision).toBe(4);
      });

      it('An event store reads nothing from a stream that does not exist', async () => {
        expect(await store.read(stream)).toEqual({ events: [], revision: noStream });
      });

      it('An event store accepts any JSON value as data', async () => {
        for (const [n, data] of [null, false, 0, '', 'text', []].entries())
          await append([createEvent('Said', data)], n - 1);
        expect((await store.read(stream)).events.map(({ data }) => data)).toEqual([null, false, 0, '', 'text', []]);
      });

      it('An event store reads beyond events whose data or metadata are no JSON objects, and tells where they are', async () => {
        const before = await store.head();
        for (const [n, data] of [{}, null, 5, 'text', [], { n: 1 }].entries())
          await append([createEvent('Said', data)], n - 1);
        await store.append(stream, [createEvent('Said')], 5, { actor: 'ann' } as Metadata);
        const found = await store.readAll(before, 100);
        expect((await store.read(stream)).events).toEqual(found);
        expect(found.map(({ damage }) => damage?.part)).toEqual([
          ...[undefined, 'data', 'data', 'data', 'data', undefined],
          'data',
        ]);
        expect(found[1]?.damage?.problem).toContain(`event ${found[1]?.position} (Said) in the stream ${stream}`);
        expect(Number.isNaN(Date.parse(found[6]?.metadata.at ?? ''))).toBe(false);
      });

      it('An event store returns ids in lower case', async () => {
        const id = randomUUID();
        await append([{ id: id.toUpperCase(), type: 'Named', data: {} }], noStream);
        expect((await store.read(stream)).events[0]?.id).toBe(id);
      });

      it('An event store writes many events at once', async () => {
        expect((await append(createCountedEvents(2_000), noStream)).revision).toBe(1_999);
        expect((await store.read(stream)).events.map(({ revision }) => revision)).toEqual(
          Array.from({ length: 2_000 }, (_, n) => n),
        );
      });

      it('An event store assigns increasing positions', async () => {
        const first = await append(createCountedEvents(2), noStream);
        const second = await append(createCountedEvents(1), noStream, `${stream}-b`);
        const third = await append(createCountedEvents(1), 1);
        expect(second.position).toBeGreaterThan(first.position);
        expect(third.position).toBeGreaterThan(second.position);
      });
    });

    describe('what may be appended', () => {
      it('An append can be empty: the stream stays unchanged', async () => {
        expect((await append([], noStream)).revision).toBe(noStream);
        expect(await store.read(stream)).toEqual({ events: [], revision: noStream });
        const { position } = await append(createCountedEvents(2), noStream);
        expect(await append([], 1)).toEqual({ revision: 1, position });
      });

      it.each([
        ['an id that is no uuid', { id: 'e-1', type: 'A', data: {} }],
        ['no type', { id: randomUUID(), type: '', data: {} }],
        ['no data', { id: randomUUID(), type: 'A', data: undefined }],
        ['data that JSON cannot hold', { id: randomUUID(), type: 'A', data: 1n }],
      ])('An append must not have %s', async (_, wrong) => {
        await expect(append([createEvent('Fine'), wrong], noStream)).rejects.toBeInstanceOf(InvalidAppend);
        expect((await store.read(stream)).revision).toBe(noStream);
      });

      it('An append needs a stream name and a revision', async () => {
        await expect(append(createCountedEvents(1), noStream, '')).rejects.toBeInstanceOf(InvalidAppend);
        await expect(append(createCountedEvents(1), -2)).rejects.toBeInstanceOf(InvalidAppend);
        await expect(append(createCountedEvents(1), 0.5)).rejects.toBeInstanceOf(InvalidAppend);
      });

      it('An append holds at most 1,048,576 bytes of data', async () => {
        const sized = (bytes: number) => createEvent('Sized', 'é'.repeat(bytes / 2 - 1));
        await expect(append([sized(1_000_000), sized(48_578)], noStream)).rejects.toThrow('1048578 bytes');
        expect((await append([sized(1_000_000), sized(48_576)], noStream)).revision).toBe(1);
      });
    });

    describe('the whole log', () => {
      it('The whole log is read after a position, at most up to the limit', async () => {
        const before = await store.head();
        const events = createCountedEvents(5);
        await append(events.slice(0, 2), noStream);
        await append(events.slice(2, 4), noStream, `${stream}-b`);
        await append(events.slice(4), 1);

        const first = await store.readAll(before, 3);
        const rest = await store.readAll(first.at(-1)?.position ?? before, 3);
        expect(listIds([...first, ...rest])).toEqual(listIds(events));
        expect(await store.readAll(await store.head(), 3)).toEqual([]);
      });

      it('The whole log is read backwards from the end, or from before a position', async () => {
        const events = createCountedEvents(5);
        await append(events, noStream);
        const newest = await store.readAllBackwards(null, 2);
        const older = await store.readAllBackwards(newest.at(-1)?.position ?? null, 3);
        expect(listIds([...newest, ...older])).toEqual(listIds(events).reverse());
      });

      it('The whole log has its head at the last event', async () => {
        const { position } = await append(createCountedEvents(3), noStream);
        expect(await store.head()).toBe(position);
      });
    });

    it('An event store is unavailable once closed, and can be closed twice', async () => {
      await store.close();
      await store.close();
      await expect(append(createCountedEvents(1), noStream)).rejects.toBeInstanceOf(StoreUnavailable);
      await expect(store.read(stream)).rejects.toBeInstanceOf(StoreUnavailable);
      await expect(store.head()).rejects.toBeInstanceOf(StoreUnavailable);
    });
  });
}
