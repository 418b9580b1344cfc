import { randomUUID } from 'node:crypto';
import {
  ANY,
  type AppendExpectedRevision,
  MaxAppendSizeExceededError,
  NO_STREAM,
  STREAM_EXISTS,
  StreamDeletedError,
  StreamNotFoundError,
  UnknownError,
  WrongExpectedVersionError,
} from '@eventstore/db-client';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  type FakeServerEvent,
  createJsonEvent,
  type ClientFixture,
  startClientFixture,
  collectAll,
} from './client-fixture.ts';

// As measured on EventStoreDB 23.10.6 with this client.

let given: ClientFixture;
let append: ClientFixture['append'];
let types: ClientFixture['types'];
beforeEach(async () => {
  given = await startClientFixture();
  ({ append, types } = given);
});
afterEach(() => given.end());

describe('1 an append that succeeds', () => {
  it('An append that succeeds answers with the revision and the position of its last event', async () => {
    const first = await append('s', [createJsonEvent('A')], NO_STREAM);
    expect(first).toEqual({
      success: true,
      nextExpectedRevision: 0n,
      position: { commit: expect.any(BigInt) as bigint, prepare: first.position?.commit },
    });
    const second = await append('s', [createJsonEvent('B'), createJsonEvent('C')], 0n);
    expect(second.nextExpectedRevision).toBe(2n);
    const read = await collectAll(given.client.readStream('s'));
    const positions = read.map((resolved) => resolved.event?.position?.commit ?? 0n);
    expect(positions).toEqual([...new Set(positions)].sort((a, b) => Number(a - b)));
    expect(positions).toEqual([first.position?.commit, expect.any(BigInt), second.position?.commit]);
  });

  it.each<[string, AppendExpectedRevision]>([
    ['ANY', ANY],
    ['STREAM_EXISTS', STREAM_EXISTS],
    ['the exact revision', 1n],
  ])('An append at %s succeeds', async (_, expected) => {
    await append('s', [createJsonEvent('A'), createJsonEvent('B')], NO_STREAM);
    expect((await append('s', [createJsonEvent('C')], expected)).nextExpectedRevision).toBe(2n);
  });
});

describe('2 a wrong expected revision', () => {
  it.each<[AppendExpectedRevision, boolean]>([
    [NO_STREAM, true],
    [0n, true],
    [7n, true],
    [0n, false],
    [STREAM_EXISTS, false],
  ])('A wrong expected revision is rejected: %s where a stream exists: %s', async (expected, exists) => {
    if (exists) await append('s', [createJsonEvent('A'), createJsonEvent('B')], NO_STREAM);
    const refused = append('s', [createJsonEvent('C')], expected);
    await expect(refused).rejects.toBeInstanceOf(WrongExpectedVersionError);
    await expect(refused).rejects.toMatchObject({
      type: 'wrong-expected-version',
      message: '',
      name: 'Error',
      streamName: 's',
      expectedVersion: expected,
      actualVersion: exists ? 1n : 'no_stream',
      _raw: null,
    });
  });

  it('A wrong expected revision lets one of twenty writers win', async () => {
    const outcomes = await Promise.allSettled(
      Array.from({ length: 20 }, () => append('s', [createJsonEvent('A')], NO_STREAM)),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await types('s')).toEqual(['A']);
  });
});

describe('3 a repeated append', () => {
  let [a, b, c]: [FakeServerEvent, FakeServerEvent, FakeServerEvent] = [
    createJsonEvent('A'),
    createJsonEvent('B'),
    createJsonEvent('C'),
  ];
  let original: Awaited<ReturnType<typeof append>>;
  beforeEach(async () => {
    [a, b, c] = [createJsonEvent('A'), createJsonEvent('B'), createJsonEvent('C')];
    await append('s', [createJsonEvent('X'), createJsonEvent('Y')], NO_STREAM);
    original = await append('s', [a, b, c], 1n);
    await append('s', [createJsonEvent('Z')], 4n);
  });
  const all = 'XYABCZ';
  const written = async () => (await types('s')).join('');

  it('A repeated append returns the first result at its exact revision, after a restart too', async () => {
    expect(await append('s', [a, b, c], 1n)).toEqual(original);
    await given.double.restart();
    await expect.poll(() => append('s', [a, b, c], 1n).catch(() => null)).toEqual(original);
    expect(await written()).toBe(all);
  });

  it.each<AppendExpectedRevision>([ANY, STREAM_EXISTS])(
    'A repeated append returns the first result at %s until the server restarts',
    async (expected) => {
      expect(await append('s', [a, b, c], expected)).toEqual(original);
      expect(await written()).toBe(all);
      await given.double.restart();
      await expect.poll(() => append('s', [a, b, c], expected).catch(() => null)).not.toBeNull();
      expect(await written()).toBe(`${all}ABC`);
    },
  );

  it('A repeated append is written again at the current revision', async () => {
    expect((await append('s', [a, b, c], 5n)).nextExpectedRevision).toBe(8n);
  });

  it('A repeated append is recognized by its first events, and by its last ones at their own revision', async () => {
    expect((await append('s', [a, b], 1n)).nextExpectedRevision).toBe(3n);
    expect((await append('s', [b, c], 2n)).nextExpectedRevision).toBe(4n);
    expect(await written()).toBe(all);
  });

  it.each<[string, () => FakeServerEvent[], AppendExpectedRevision, unknown]>([
    ['its end at its first revision', () => [b, c], 1n, 1n],
    ['one event more', () => [a, b, c, createJsonEvent('N')], 1n, 1n],
    ['one event more at ANY', () => [a, b, c, createJsonEvent('N')], ANY, 'any'],
    ['a new event after an old one at ANY', () => [a, createJsonEvent('N')], ANY, 'any'],
  ])('A repeated append is rejected with %s', async (_, events, expected, expectedVersion) => {
    const refused = append('s', events(), expected);
    await expect(refused).rejects.toMatchObject({ type: 'wrong-expected-version', expectedVersion });
    expect(await written()).toBe(all);
  });

  it('A repeated append is written where the first event is new, though a later one is not', async () => {
    await append('s', [createJsonEvent('N'), a], ANY);
    expect(await written()).toBe(`${all}NA`);
  });

  it('A repeated append is recognized by its ids only, whatever the data', async () => {
    await append('s', [createJsonEvent('A', { other: true }, a.id)], ANY);
    expect(await written()).toBe(all);
  });

  it('A repeated append is written twice in one append, and in another stream', async () => {
    const twice = createJsonEvent('T');
    await append('s', [twice, twice], ANY);
    expect(await written()).toBe(`${all}TT`);
    await append('other', [a], NO_STREAM);
    expect(await types('other')).toEqual(['A']);
  });
});

describe('4 sizes', () => {
  // The client writes data as JSON: a text has two quotes more.
  const sized = (bytes: number) => createJsonEvent('S', 'x'.repeat(bytes - 2));

  it('The server accepts an append without events', async () => {
    expect((await append('s', [], ANY)).nextExpectedRevision).toBe(0n);
    await expect(types('s')).rejects.toBeInstanceOf(StreamNotFoundError);
  });

  it('The server counts the data of one append up to 1,048,576 bytes, and no metadata', async () => {
    const large = { ...sized(576), metadata: { note: 'x'.repeat(5_000) } };
    expect((await append('s', [sized(1_048_000), large], ANY)).success).toBe(true);
    const refused = append('t', [sized(1_048_000), sized(577)], ANY);
    await expect(refused).rejects.toBeInstanceOf(MaxAppendSizeExceededError);
    await expect(refused).rejects.toMatchObject({
      type: 'maximum-append-size-exceeded',
      maxAppendSize: 1_048_576,
      code: 3,
    });
  });

  it('The server accepts very many events at once', async () => {
    const events = Array.from({ length: 6_000 }, () => createJsonEvent('T'));
    expect((await append('s', events, NO_STREAM)).nextExpectedRevision).toBe(5_999n);
  });

  it('The server lets gRPC itself reject a message of 20 MiB', async () => {
    const refused = append('s', [sized(20 * 2 ** 20)], ANY);
    await expect(refused).rejects.toBeInstanceOf(UnknownError);
    await expect(refused).rejects.toMatchObject({ code: 8 });
  });
});

describe('7 deleting', () => {
  beforeEach(() => append('s', [createJsonEvent('A'), createJsonEvent('B')], NO_STREAM));

  it.each<[string, AppendExpectedRevision]>([
    ['NO_STREAM', NO_STREAM],
    ['ANY', ANY],
    ['the old revision', 1n],
  ])('Deleting hides a stream that continues at %s with its revisions', async (_, expected) => {
    await given.client.deleteStream('s');
    await expect(types('s')).rejects.toBeInstanceOf(StreamNotFoundError);
    await expect(append('s', [createJsonEvent('C')], STREAM_EXISTS)).rejects.toBeInstanceOf(StreamDeletedError);
    expect((await append('s', [createJsonEvent('C')], expected)).nextExpectedRevision).toBe(2n);
    expect(await types('s')).toEqual(['C']);
  });

  it('Deleting keeps the events in the whole log, and adds a system event', async () => {
    await given.client.deleteStream('s');
    const all = await collectAll(given.client.readAll());
    const read = all.map(({ event: found }) => `${found?.streamId} ${found?.type}`);
    expect(read).toEqual(['$$$scavenges $metadata', 's A', 's B', '$$s $metadata']);
  });

  it('Deleting rejects everything after a tombstone', async () => {
    await given.client.tombstoneStream('s');
    for (const expected of [ANY, NO_STREAM, STREAM_EXISTS, 1n] satisfies AppendExpectedRevision[])
      await expect(append('s', [createJsonEvent('C')], expected)).rejects.toMatchObject({
        type: 'stream-deleted',
        streamName: 's',
      });
    await expect(types('s')).rejects.toBeInstanceOf(StreamDeletedError);
  });

  it('Deleting hides the events that the stream metadata hide, but not in the whole log', async () => {
    const set = (settings: Record<string, number>) =>
      append('$$s', [createJsonEvent('$metadata', settings, randomUUID())]);
    await set({ $maxCount: 1 });
    expect(await types('s')).toEqual(['B']);
    await set({ $tb: 2 });
    expect(await types('s')).toEqual([]);
    await set({ $maxAge: 1_000 });
    expect(await types('s')).toEqual(['A', 'B']);
    const all = await collectAll(given.client.readAll());
    expect(all.filter(({ event: found }) => found?.streamId === 's')).toHaveLength(2);
  });
});
