import { beforeEach, describe, expect, it } from 'vitest';
import { createEvent, type OpenedStore, createCountedEvents } from '../testing/suite-fixtures.ts';
import { type EventStore, noStream, WrongExpectedRevision } from '../port.ts';

/** Concurrency control by revision, and the result of a repeated append. */
export function describeRevisions(opened: () => OpenedStore) {
  let store: EventStore;
  let stream: string;
  let append: OpenedStore['append'];
  beforeEach(() => {
    ({ store, stream, append } = opened());
  });

  describe('the expected revision', () => {
    it.each([
      ['a new stream where there is one', noStream],
      ['one that has passed', 0],
      ['one that is yet to come', 7],
    ])('The expected revision is refused when it is %s', async (_, expected) => {
      await append(createCountedEvents(3), noStream);
      const refused = append(createCountedEvents(1), expected);
      await expect(refused).rejects.toBeInstanceOf(WrongExpectedRevision);
      await expect(refused).rejects.toMatchObject({ stream, expected, actual: 2 });
      expect((await store.read(stream)).revision).toBe(2);
    });

    it('The expected revision is rejected when the stream does not exist', async () => {
      await expect(append(createCountedEvents(1), 0)).rejects.toMatchObject({ expected: 0, actual: noStream });
    });

    it('The expected revision lets one of many concurrent writers win', async () => {
      const outcomes = await Promise.allSettled(
        Array.from({ length: 20 }, () => append(createCountedEvents(1), noStream)),
      );
      const lost = outcomes.filter((outcome) => outcome.status === 'rejected').map(({ reason }) => reason as unknown);
      expect(lost).toHaveLength(19);
      expect(lost.every((reason) => reason instanceof WrongExpectedRevision)).toBe(true);
      expect((await store.read(stream)).revision).toBe(0);
    });

    it('The expected revision leaves the other appends intact when one of many is rejected', async () => {
      await append(createCountedEvents(1), noStream);
      const others = Array.from({ length: 10 }, (_, n) => `${stream}-${n}`);
      const outcomes = await Promise.allSettled([
        ...others.slice(0, 5).map((other) => append(createCountedEvents(2), noStream, other)),
        append(createCountedEvents(1), noStream),
        append([{ id: 'rubbish', type: 'A', data: {} }], 0),
        ...others.slice(5).map((other) => append(createCountedEvents(2), noStream, other)),
      ]);
      expect(outcomes.map(({ status }) => status[0]).join('')).toBe('fffffrrfffff');
      for (const other of others) expect((await store.read(other)).revision).toBe(1);
      expect((await store.read(stream)).revision).toBe(0);
    });

    it('The expected revision numbers a stream without gaps, however many write to it', async () => {
      const writer = async () => {
        for (let written = 0; written < 5; ) {
          const { revision } = await store.read(stream);
          await append(createCountedEvents(1), revision).then(
            () => (written += 1),
            () => undefined,
          );
        }
      };
      await Promise.all(Array.from({ length: 4 }, writer));
      expect((await store.read(stream)).events.map(({ revision }) => revision)).toEqual(
        Array.from({ length: 20 }, (_, n) => n),
      );
    });
  });

  describe('a repeated append', () => {
    const [a, b, c] = [createEvent('A'), createEvent('B'), createEvent('C')] as const;
    let original: Awaited<ReturnType<typeof append>>;
    beforeEach(async () => {
      await append(createCountedEvents(2), noStream);
      original = await append([a, b, c], 1);
      await append([createEvent('Z')], 4);
    });
    const length = async () => (await store.read(stream)).events.length;

    it('A repeated append returns the first result, even after later events', async () => {
      expect(await append([a, b, c], 1)).toEqual(original);
      expect(await length()).toBe(6);
    });

    it('A repeated append returns the first result for the first events of a new stream', async () => {
      const events = createCountedEvents(3);
      const first = await append(events, noStream, `${stream}-new`);
      expect(await append(events, noStream, `${stream}-new`)).toEqual(first);
      expect((await store.read(`${stream}-new`)).events).toHaveLength(3);
    });

    it('A repeated append returns the same result to both when it comes twice concurrently', async () => {
      const events = createCountedEvents(2);
      const [first, second] = await Promise.all([append(events, 5), append(events, 5)]);
      expect(second).toEqual(first);
      expect(await length()).toBe(8);
    });

    it('A repeated append recognizes its first events, and its last ones at their own revision', async () => {
      const { events } = await store.read(stream);
      expect(await append([a, b], 1)).toEqual({ revision: 3, position: events[3]?.position });
      expect(await append([b, c], 2)).toEqual({ revision: 4, position: events[4]?.position });
      expect(await length()).toBe(6);
    });

    it.each([
      ['its last events at its first revision', [b, c], 1],
      ['one event more', [a, b, c, createEvent('New')], 1],
      ['another order', [b, a], 1],
      ['a revision too early', [a, b, c], 0],
    ])('A repeated append is another append with %s', async (_, events, expected) => {
      await expect(append(events, expected)).rejects.toBeInstanceOf(WrongExpectedRevision);
      expect(await length()).toBe(6);
    });

    it('A repeated append is written again at the current revision', async () => {
      expect((await append([a, b, c], 5)).revision).toBe(8);
      expect(await length()).toBe(9);
    });

    it('A repeated append is written in another stream', async () => {
      expect((await append([a, a], noStream, `${stream}-other`)).revision).toBe(1);
    });
  });
}
