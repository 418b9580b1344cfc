import {
  BACKWARDS,
  END,
  excludeSystemEvents,
  NO_STREAM,
  type Position,
  START,
  StreamNotFoundError,
  type SubscribeToAllOptions,
  UnknownError,
} from '@eventstore/db-client';
import { beforeEach, describe, expect, it } from 'vitest';
import { createJsonEvent, type ClientFixture, setUpClient, startClientFixture, collectAll } from './client-fixture.ts';

// As measured on EventStoreDB 23.10.6 with this client.

const given = setUpClient();

const all = (options: Parameters<ClientFixture['client']['readAll']>[0] = {}) =>
  collectAll(given.client.readAll(options));
const typesOf = (read: { event?: { type: string } | undefined }[]) =>
  read.map((resolved) => resolved.event?.type).join('');
const past = ({ commit, prepare }: Position): Position => ({ commit: commit + 1n, prepare: prepare + 1n });
/** The position of the event of a type. */
const positionOf = async (type: string): Promise<Position> => {
  const found = (await all()).find((read) => read.event?.type === type)?.event?.position;
  if (!found) throw new Error(`No ${type}`);
  return found;
};

describe('5 reads', () => {
  beforeEach(async () => {
    await given.append('s', [createJsonEvent('A', { n: 1 }), createJsonEvent('B'), createJsonEvent('C')], NO_STREAM);
  });

  it('Reads return an event with every field', async () => {
    const id = '0B5C3F1E-0000-4000-8000-00000000ABCD';
    await given.append('t', [{ ...createJsonEvent('D', { n: 2 }, id), metadata: { by: 'ann' } }]);
    const [read] = await collectAll(given.client.readStream('t'));
    expect(read).toEqual({
      event: {
        streamId: 't',
        id: id.toLowerCase(),
        revision: 0n,
        type: 'D',
        data: { n: 2 },
        metadata: { by: 'ann' },
        isJson: true,
        created: expect.any(Date) as Date,
        position: { commit: read?.commitPosition, prepare: read?.commitPosition },
      },
      commitPosition: expect.any(BigInt) as bigint,
    });
    const [bare] = await collectAll(given.client.readStream('s'));
    expect(bare?.event?.metadata).toBeUndefined();
  });

  it('Reads report that a stream is missing', async () => {
    const reading = collectAll(given.client.readStream('none'));
    await expect(reading).rejects.toBeInstanceOf(StreamNotFoundError);
    await expect(reading).rejects.toMatchObject({ type: 'stream-not-found', streamName: 'none' });
  });

  it('Reads begin at the revision given, and find nothing past the end', async () => {
    const from = (fromRevision: bigint) => collectAll(given.client.readStream('s', { fromRevision }));
    expect(typesOf(await from(1n))).toBe('BC');
    expect(await from(3n)).toEqual([]);
  });

  it('Reads of a stream reject a limit of zero, and a read of $all with this limit is never answered', async () => {
    const ofStream = collectAll(given.client.readStream('s', { maxCount: 0 }));
    await expect(ofStream).rejects.toMatchObject({ type: 'unknown', code: 2 });
    const reading = given.client.readAll({ maxCount: 0 });
    const settled: unknown[] = [];
    collectAll(reading).then(
      () => settled.push('answered'),
      (error: unknown) => settled.push(error),
    );
    // The server answers what is asked later.
    expect(typesOf(await collectAll(given.client.readStream('s')))).toBe('ABC');
    expect(settled).toEqual([]);
    await reading.cancel();
  });

  it('Reads go backwards from the first event unless asked to begin at the end', async () => {
    const backwards = (options = {}) => collectAll(given.client.readStream('s', { direction: BACKWARDS, ...options }));
    expect(typesOf(await backwards())).toBe('A');
    expect(typesOf(await backwards({ fromRevision: END }))).toBe('CBA');
    expect(typesOf(await all({ direction: BACKWARDS, fromPosition: END, maxCount: 2 }))).toBe('CB');
  });

  it('Reads of the whole log ignore a filter', async () => {
    // Its type knows none, either.
    const filtered: object = { filter: excludeSystemEvents() };
    expect(typesOf(await all(filtered))).toBe('$metadataABC');
  });

  it('Reads of the whole log begin with the event at the position', async () => {
    const b = await positionOf('B');
    expect(typesOf(await all({ fromPosition: b }))).toBe('BC');
    const reading = all({ fromPosition: past(b) });
    await expect(reading).rejects.toBeInstanceOf(UnknownError);
    await expect(reading).rejects.toMatchObject({ code: 2 });
  });

  it('Reads of a fresh log find one event, and no other after a restart', async () => {
    const fresh = await startClientFixture();
    const read = () => collectAll(fresh.client.readAll());
    const found = await read();
    expect(found.map((one) => `${one.event?.streamId} ${one.event?.type}`)).toEqual(['$$$scavenges $metadata']);
    await fresh.double.restart();
    await expect.poll(() => read().catch(() => null)).toEqual(found);
    await fresh.end();
  });
});

describe('6 a subscription to $all', () => {
  const follow = (options: SubscribeToAllOptions = {}) => {
    const told: string[] = [];
    const subscription = given.client.subscribeToAll(options);
    subscription.on('confirmation', () => told.push('confirmation'));
    subscription.on('caughtUp', () => told.push('caughtUp'));
    subscription.on('data', (read) => told.push(read.event?.type ?? ''));
    subscription.on('error', (error) => told.push(`error ${'type' in error ? String(error.type) : error.message}`));
    subscription.on('end', () => told.push('end'));
    return { told, subscription };
  };
  beforeEach(async () => {
    await given.append('s', [createJsonEvent('A'), createJsonEvent('B')], NO_STREAM);
  });

  it('A subscription to $all delivers history, reports that it has caught up, and continues live', async () => {
    const { told } = follow();
    await expect.poll(() => told.at(-1)).toBe('caughtUp');
    await given.append('s', [createJsonEvent('C')]);
    await expect.poll(() => told).toEqual(['confirmation', '$metadata', 'A', 'B', 'caughtUp', 'C']);
  });

  it('A subscription to $all delivers only new events from the end', async () => {
    const { told } = follow({ fromPosition: END });
    await expect.poll(() => told.at(-1)).toBe('caughtUp');
    await given.append('s', [createJsonEvent('C')]);
    await expect.poll(() => told).toEqual(['confirmation', 'caughtUp', 'C']);
  });

  it('A subscription to $all begins after its position', async () => {
    const { told } = follow({ fromPosition: await positionOf('A') });
    await expect.poll(() => told).toEqual(['confirmation', 'B', 'caughtUp']);
  });

  it('A subscription to $all fails at a position where no event begins', async () => {
    const { told } = follow({ fromPosition: past(await positionOf('A')) });
    await expect.poll(() => told).toEqual(['error unknown']);
  });

  it('A subscription to $all reports no error for a position beyond the end', async () => {
    const { told } = follow({ fromPosition: { commit: 10_000_000n, prepare: 10_000_000n } });
    await expect.poll(() => told.at(-1)).toBe('caughtUp');
    await given.append('s', [createJsonEvent('C')]);
    await expect.poll(() => told).toEqual(['confirmation', 'caughtUp', 'C']);
  });

  it('A subscription to $all sends a checkpoint after the first event, and after each interval, live as well', async () => {
    const marks: bigint[] = [];
    const checkpointReached = (_: unknown, { commit }: Position) => void marks.push(commit);
    const { told } = follow({
      fromPosition: START,
      filter: excludeSystemEvents({ checkpointInterval: 2, checkpointReached }),
    });
    await given.append(
      's',
      Array.from({ length: 61 }, () => createJsonEvent('N')),
    );
    await expect.poll(() => told.filter((type) => type === 'N')).toHaveLength(61);
    await expect.poll(() => marks.length).toBe(1);
    await given.append('$stats', [createJsonEvent('$collected')]);
    await expect.poll(() => marks.length).toBe(2);
    const positions = (await all()).map(({ commitPosition }) => commitPosition);
    expect(marks).toEqual([positions[0], positions[64]]);
    expect(told).not.toContain('$collected');
  });

  it('A subscription to $all sends no checkpoint at the end of a log that is shorter than an interval', async () => {
    const marks: bigint[] = [];
    const checkpointReached = (_: unknown, { commit }: Position) => void marks.push(commit);
    await given.append('s', [createJsonEvent('A'), createJsonEvent('B')]);
    const first = (await all())[0]?.commitPosition;
    const { told } = follow({
      fromPosition: START,
      filter: excludeSystemEvents({ checkpointInterval: 16, checkpointReached }),
    });
    await expect.poll(() => told.at(-1)).toBe('caughtUp');
    expect(marks).toEqual([first]);
  });

  it('A subscription to $all waits for the callback of a checkpoint', async () => {
    const called = Promise.withResolvers<null>();
    const answered = Promise.withResolvers<undefined>();
    const checkpointReached = () => {
      called.resolve(null);
      return answered.promise;
    };
    const { told } = follow({ filter: excludeSystemEvents({ checkpointReached }) });
    await called.promise;
    expect(await given.types('s')).toEqual(['A', 'B']);
    expect(told).toEqual(['confirmation']);
    answered.resolve(undefined);
    await expect.poll(() => told).toEqual(['confirmation', 'A', 'B', 'caughtUp']);
  });

  it('A subscription to $all only fails with an error when the server dies, and never reconnects', async () => {
    const { told } = follow();
    await expect.poll(() => told.at(-1)).toBe('caughtUp');
    await given.double.restart();
    await expect.poll(() => told.at(-1)).toBe('error unavailable');
    await expect.poll(() => given.append('s', [createJsonEvent('C')]).catch(() => null)).not.toBeNull();
    expect(await given.types('s')).toEqual(['A', 'B', 'C']);
    expect(told.at(-1)).toBe('error unavailable');
  });

  it('A subscription to $all is dropped when the consumer is too slow', async () => {
    const { told } = follow();
    await expect.poll(() => told.at(-1)).toBe('caughtUp');
    given.double.faults.liveBuffer = 100;
    await given.append(
      's',
      Array.from({ length: 500 }, () => createJsonEvent('N')),
    );
    await expect.poll(() => told.at(-1)).toBe('error timeout');
  });

  it('A subscription to $all ends without an error when the client disconnects', async () => {
    const { told, subscription } = follow();
    await expect.poll(() => told.at(-1)).toBe('caughtUp');
    await subscription.unsubscribe();
    await expect.poll(() => told.at(-1)).toBe('end');
    expect(told.join()).not.toContain('error');
  });
});
