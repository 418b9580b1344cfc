import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { type Decider, Rejected, type StreamName } from '#domain/shared/decider.ts';
import { openTemporaryLog } from '#server/platform/event-store/testing/temporary-log.ts';
import type { EventStore } from '#server/platform/event-store/port.ts';
import { createCommandHandler, ConcurrencyError } from './command-handler.ts';

type Added = { type: 'Added'; data: { amount: number } };
type Add = { amount: number; atMost: number };

/** Adds up, but never beyond the command's own limit, so the state that a decision is based on matters. */
const sum: Decider<Add, Added, number> = {
  decide: ({ amount, atMost }, total) => {
    if (total + amount > atMost) throw new Rejected('price-above-limit');
    return amount === 0 ? [] : [{ type: 'Added', data: { amount } }];
  },
  evolve: (total, { data }) => total + data.amount,
  initialState: 0,
};

const stream = 'sum' as StreamName<Added>; // only the catalogue names streams otherwise

const clock = () => new Date('2026-01-01T00:00:00.000Z');
const by = (commandId: string) => ({ actor: 'ann', commandId });

describe('handling a command', () => {
  let store: EventStore;
  beforeEach(() => {
    store = openTemporaryLog();
  });

  const amounts = async () => (await store.read(stream)).events.map(({ data }) => data.amount);

  it('The command handler appends the decided events, with actor and time', async () => {
    const { position, eventCount } = await createCommandHandler(store, clock)(
      sum,
      stream,
      { amount: 3, atMost: 10 },
      by('c1'),
    );
    const [event] = (await store.read(stream)).events;
    expect(eventCount).toBe(1);
    expect(event).toMatchObject({
      type: 'Added',
      position,
      metadata: { actor: 'ann', commandId: 'c1', correlationId: 'c1', at: '2026-01-01T00:00:00.000Z' },
    });
  });

  it('The command handler writes nothing when the rules reject or decide nothing', async () => {
    const handle = createCommandHandler(store, clock);
    await expect(handle(sum, stream, { amount: 11, atMost: 10 }, by('c1'))).rejects.toThrow(
      new Rejected('price-above-limit'),
    );
    expect(await handle(sum, stream, { amount: 0, atMost: 10 }, by('c2'))).toMatchObject({ eventCount: 0 });
    expect(await amounts()).toEqual([]);
  });

  it('The command handler decides on what other processes have written, however long the cached stream', async () => {
    const [own, other] = [createCommandHandler(store, clock), createCommandHandler(store, clock)];
    const one = { amount: 1, atMost: 50 };
    for (let n = 0; n < 40; n += 1) await (n % 2 ? own : other)(sum, stream, one, by(`c${n}`));
    await Promise.all([own, other].map((handle, n) => handle(sum, stream, one, by(`together${n}`))));
    expect(await amounts()).toHaveLength(42);
    await other(sum, stream, { amount: 8, atMost: 50 }, by('last'));
    await expect(own(sum, stream, one, by('late'))).rejects.toThrow(new Rejected('price-above-limit'));
    expect(await own(sum, stream, { amount: 8, atMost: 50 }, by('last'))).toMatchObject({ eventCount: 0 });
  });

  it('The command handler executes the same command once, however often it is sent', async () => {
    const handle = createCommandHandler(store, clock);
    const first = await handle(sum, stream, { amount: 3, atMost: 10 }, by('c1'));
    await handle(sum, stream, { amount: 4, atMost: 10 }, by('c2'));
    const again = await handle(sum, stream, { amount: 3, atMost: 10 }, by('c1'));
    expect(again.eventCount).toBe(0);
    expect(again.position).toBeGreaterThanOrEqual(first.position);
    expect(await amounts()).toEqual([3, 4]);
  });

  it('One command to several streams writes events of different ids', async () => {
    const handle = createCommandHandler(store, clock);
    const streams = [stream, 'another-sum' as typeof stream];
    const ids = new Set<string>();
    for (const one of streams) {
      await handle(sum, one, { amount: 3, atMost: 10 }, by('c1'));
      for (const { id } of (await store.read(one)).events) ids.add(id);
    }
    expect(ids.size).toBe(2);
  });

  it('The events of one command have different ids', async () => {
    const added = { type: 'Added', data: { amount: 1 } } as const;
    const twice: typeof sum = { ...sum, decide: () => [added, added] };
    await createCommandHandler(store, clock)(twice, stream, { amount: 1, atMost: 10 }, by('c1'));
    const ids = (await store.read(stream)).events.map(({ id }) => id);
    expect(new Set(ids).size).toBe(2);
  });

  it('The command handler executes the same command once when it is sent many times concurrently', async () => {
    const handle = createCommandHandler(store, clock);
    await Promise.all(Array.from({ length: 20 }, () => handle(sum, stream, { amount: 3, atMost: 100 }, by('c1'))));
    expect(await amounts()).toEqual([3]);
  });

  it('The command handler decides again on the newer state when another process wrote first', async () => {
    const handle = createCommandHandler(store, clock);
    const both = [by('c1'), by('c2')].map((sender) => handle(sum, stream, { amount: 6, atMost: 10 }, sender));
    const outcomes = await Promise.allSettled(both);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await amounts()).toEqual([6]);
  });

  it('The command handler never loses a race among its own commands, however many run concurrently', async () => {
    // A busy machine may take longer for all of them than a command waits for its turn.
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const handle = createCommandHandler(store, clock);
    const one = { amount: 1, atMost: 100 };
    const all = Array.from({ length: 150 }, (_, n) => handle(sum, stream, one, by(`c${n}`)));
    const outcomes = await Promise.allSettled(all);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(100);
    for (const outcome of outcomes.slice(100))
      expect(outcome).toEqual({ status: 'rejected', reason: new Rejected('price-above-limit') });
    expect(await amounts()).toHaveLength(100);
  });

  it('The command handler fails in time when the store does not answer', async () => {
    const answer = Promise.withResolvers<null>();
    let isFirst = true;
    const silent: EventStore = {
      ...store,
      append: async (...append) => {
        if (isFirst) {
          isFirst = false;
          await answer.promise;
        }
        return store.append(...append);
      },
    };
    const handle = createCommandHandler(silent, clock);
    const first = handle(sum, stream, { amount: 1, atMost: 10 }, by('c1'));
    await handle(sum, stream, { amount: 2, atMost: 10 }, by('c2'));
    expect(await amounts()).toEqual([2]);
    answer.resolve(null);
    await first;
    expect(await amounts()).toEqual([2, 1]);
  });

  it('The command handler gives up without writing when other processes are faster at every try', async () => {
    const rival = createCommandHandler(store, clock);
    let n = 0;
    const slow: EventStore = {
      ...store,
      append: async (...append) => {
        n += 1;
        await rival(sum, stream, { amount: 1, atMost: 100 }, by(`rival-${n}`));
        return store.append(...append);
      },
    };
    await expect(createCommandHandler(slow, clock)(sum, stream, { amount: 50, atMost: 100 }, by('c1'))).rejects.toThrow(
      ConcurrencyError,
    );
    expect(await amounts()).toEqual([1, 1, 1, 1, 1]);
  });

  it('The command handler keeps the state of a long stream current, also when another process wrote to it', async () => {
    const [ours, theirs] = [createCommandHandler(store, clock), createCommandHandler(store, clock)];
    for (let n = 0; n < 60; n += 1) {
      await (n % 3 === 0 ? theirs : ours)(sum, stream, { amount: 1, atMost: 1000 }, by(`c${n}`));
    }
    await ours(sum, stream, { amount: 1, atMost: 1000 }, by('c0'));
    expect(await amounts()).toHaveLength(60);
    await expect(ours(sum, stream, { amount: 1, atMost: 60 }, by('c61'))).rejects.toThrow(
      new Rejected('price-above-limit'),
    );
  });

  it('The command handler reads a stream once, then appends to it without a read', async () => {
    let reads = 0;
    const counted: EventStore = {
      ...store,
      read: (name: string, from?: number, limit?: number) => {
        reads += 1;
        return store.read(name, from, limit);
      },
    };
    const handle = createCommandHandler(counted, clock);
    for (let n = 0; n < 5; n += 1) await handle(sum, stream, { amount: 1, atMost: 10 }, by(`c${n}`));
    expect(reads).toBe(1);
    await handle(sum, stream, { amount: 0, atMost: 10 }, by('nothing'));
    await handle(sum, stream, { amount: 2, atMost: 10 }, by('c5'));
    expect(reads).toBe(2);
    expect(await amounts()).toEqual([1, 1, 1, 1, 1, 2]);
  });

  it('The command handler reads a stream from its start if it ends earlier than before, as after the restoration of a backup', async () => {
    const restored = openTemporaryLog();
    let current = store;
    const replaced: EventStore = {
      ...store,
      read: (name: string, from?: number, limit?: number) => current.read(name, from, limit),
      append: (...append) => current.append(...append),
    };
    const handle = createCommandHandler(replaced, clock);
    for (let n = 0; n < 3; n += 1) await handle(sum, stream, { amount: 3, atMost: 10 }, by(`c${n}`));
    await createCommandHandler(restored, clock)(sum, stream, { amount: 3, atMost: 10 }, by('c0'));
    current = restored;
    await handle(sum, stream, { amount: 7, atMost: 10 }, by('c4'));
    await expect(handle(sum, stream, { amount: 1, atMost: 10 }, by('c5'))).rejects.toThrow(
      new Rejected('price-above-limit'),
    );
    expect((await restored.read(stream)).events.map(({ data }) => data.amount)).toEqual([3, 7]);
  });

  it('The command handler does not read a stream that is probably new, and decides again when it is not', async () => {
    const unread: EventStore = { ...store, read: () => Promise.reject(new Error('A new stream was read')) };
    await createCommandHandler(unread, clock)(sum, stream, { amount: 6, atMost: 10 }, { ...by('c1'), isNew: true });
    const handle = createCommandHandler(store, clock);
    await expect(handle(sum, stream, { amount: 6, atMost: 10 }, { ...by('c2'), isNew: true })).rejects.toThrow(
      new Rejected('price-above-limit'),
    );
    await handle(sum, stream, { amount: 6, atMost: 10 }, { ...by('c1'), isNew: true });
    expect(await amounts()).toEqual([6]);
  });

  it('The command handler reads what others wrote before it rejects or writes nothing', async () => {
    const [own, other] = [createCommandHandler(store, clock), createCommandHandler(store, clock)];
    await own(sum, stream, { amount: 9, atMost: 10 }, by('c1'));
    const { position } = await other(sum, stream, { amount: -5, atMost: 10 }, by('c2'));
    expect(await own(sum, stream, { amount: 0, atMost: 10 }, by('c3'))).toEqual({ position, eventCount: 0 });
    await other(sum, stream, { amount: -4, atMost: 10 }, by('c4'));
    await own(sum, stream, { amount: 6, atMost: 10 }, by('c5'));
    expect(await amounts()).toEqual([9, -5, -4, 6]);
    await other(sum, stream, { amount: 4, atMost: 10 }, by('c6'));
    await expect(own(sum, stream, { amount: 1, atMost: 10 }, by('c7'))).rejects.toThrow(
      new Rejected('price-above-limit'),
    );
  });

  it('The command handler writes what another process made acceptable after it read the stream', async () => {
    const [own, other] = [createCommandHandler(store, clock), createCommandHandler(store, clock)];
    await own(sum, stream, { amount: 10, atMost: 10 }, by('c1'));
    await other(sum, stream, { amount: -10, atMost: 10 }, by('c2'));
    await own(sum, stream, { amount: 7, atMost: 10 }, by('c3'));
    expect(await amounts()).toEqual([10, -10, 7]);
  });

  it('The command handler knows a command that another process executed although its own state is older', async () => {
    const [own, other] = [createCommandHandler(store, clock), createCommandHandler(store, clock)];
    await own(sum, stream, { amount: 1, atMost: 10 }, by('c1'));
    await other(sum, stream, { amount: 2, atMost: 10 }, by('c2'));
    await other(sum, stream, { amount: 3, atMost: 10 }, by('c3'));
    await own(sum, stream, { amount: 2, atMost: 10 }, by('c2'));
    expect(await amounts()).toEqual([1, 2, 3]);
    await expect(own(sum, stream, { amount: 5, atMost: 10 }, by('c4'))).rejects.toThrow(
      new Rejected('price-above-limit'),
    );
  });
});
