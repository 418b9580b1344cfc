import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import { expect } from 'vitest';
import { type Documents, StoreUnavailable } from '#projections/store/port.ts';
import { type Position, toPosition } from '#domain/shared/decider.ts';
import { setUpForEach } from '#server/lib/testing/set-up.ts';
import type { ChannelAdapter, SendFailure } from '../channel-adapter.ts';
import { type NewOutboxItem, type OutboxItem, outboxSpace } from '../item.ts';
import { createOutbox } from '../outbox.ts';
import type { FindTerms } from '../outbox-subscriber.ts';
import { startOutboxSender } from '../sender.ts';

export type TestItem = NewOutboxItem<string[]>;
export type SentMessage = { id: string; content: string[] };

type AdapterChanges = Partial<ChannelAdapter<string[], SentMessage>>;

const channel = 'mail';
const log = pino({ level: 'silent' });

/** The outbox of one test: its clock does not move unless set, and what was sent is recorded. */
export function createOutboxFixture(documents: Documents) {
  let now = Date.parse('2026-03-01T12:00:00.000Z');
  const clock = () => new Date(now);
  const openOutbox = () => createOutbox({ documents, clock });
  const outbox = openOutbox();
  const messages: SentMessage[] = [];
  let saved = toPosition(Number.MAX_SAFE_INTEGER);
  const senders: { stop: () => Promise<void> }[] = [];
  const createProcess = createProcesses();
  const ownTerms: FindTerms = () => Promise.resolve({ term: 1, position: saved, ends: {} });

  const start = (changes: AdapterChanges = {}, stores = documents, findTerms = ownTerms) => {
    const { presence, endPresence } = createProcess();
    // A process that is killed waits for nothing.
    const shutdown = stores === documents ? {} : { shutdownTimeoutMs: 0 };
    const deps = { outbox, documents: stores, clock, log, presence, ...shutdown };
    const sender = startOutboxSender(deps, [{ adapter: createAdapter(messages, changes), findTerms }]);
    senders.push(sender);
    return { stop: () => sender.stop().then(endPresence), stopSending: sender.stop, endPresence };
  };
  const list = async () => (await documents.list<OutboxItem<string[]>>(outboxSpace, { limit: 2_000 })).docs;

  return {
    documents,
    outbox,
    /** As another process has it. */
    openOutbox,
    sent: messages,
    start,
    createProcess,
    now: () => now,
    /** What the checkpoint of the subscription is from now on; the end of the log unless set. */
    setCheckpoint: (position: Position) => {
      saved = position;
      outbox.notify();
    },
    advance: (milliseconds: number) => {
      now += milliseconds;
    },
    /** An item to put, the `n`-th of the log. */
    item: (n: number, changes: Partial<TestItem> = {}): TestItem => ({
      id: `item-${n}`,
      channel,
      userId: 'ann',
      createdAt: clock().toISOString(),
      position: toPosition(n), // a position of a log that is not there
      due: now,
      content: [`fact-${n}`],
      ...changes,
    }),
    find: (id: string) => documents.get<OutboxItem<string[]>>(outboxSpace, id),
    list,
    waitUntilEmpty: () => expect.poll(() => documents.count(outboxSpace), { interval: 5 }).toBe(0),
    close: async () => {
      for (const sender of senders) await sender.stop();
      for (let items = await list(); items.length > 0; items = await list()) {
        await documents.removeAll(
          outboxSpace,
          items.map(({ id }) => id),
        );
      }
      await documents.close();
    },
  };
}

/** The same for each test of a suite; it can be used once a test has begun. */
export function setUpOutbox(open: () => Promise<Documents>): ReturnType<typeof createOutboxFixture> {
  return setUpForEach(
    async () => createOutboxFixture(await open()),
    ({ close }) => close(),
  );
}

/** Processes that are present until `endPresence`, after which they are gone for each other, and not confirmed. */
function createProcesses() {
  const present = new Set<string>();
  return () => {
    const id = randomUUID();
    present.add(id);
    const isConfirmed = () => present.has(id);
    const listPresent = () => Promise.resolve(new Set(present));
    const ensureConfirmed = () =>
      isConfirmed() ? Promise.resolve() : Promise.reject(new StoreUnavailable('The process is taken for gone'));
    return { presence: { id, isConfirmed, listPresent, ensureConfirmed }, endPresence: () => void present.delete(id) };
  };
}

export function createAdapter(
  messages: SentMessage[],
  changes: AdapterChanges = {},
): ChannelAdapter<string[], SentMessage> {
  return {
    channel,
    concurrency: 4,
    backoffMs: [1_000, 2_000],
    render: ({ id, content }) => Promise.resolve({ id, content }),
    send: (message) => Promise.resolve(void messages.push(message)),
    classifyFailure: (error): SendFailure => ({ kind: 'retry', reason: String(error) }),
    close: () => undefined,
    ...changes,
  };
}

/** Writes to the same documents that `decide` may fail, or delay. */
export function interceptWrites(documents: Documents, decide: <T>(work: () => Promise<T>) => Promise<T>): Documents {
  return {
    ...documents,
    putAll: (...given) => decide(() => documents.putAll(...given)),
    insertAll: (...given) => decide(() => documents.insertAll(...given)),
    compareAndSet: (space, ...change) => decide(() => documents.compareAndSet(space, ...change)),
  };
}

/** All requests to the same documents. */
export function interceptRequests(documents: Documents, decide: <T>(work: () => Promise<T>) => Promise<T>): Documents {
  return {
    ...interceptWrites(documents, decide),
    getMany: (space, ids) => decide(() => documents.getMany(space, ids)),
    list: (space, query) => decide(() => documents.list(space, query)),
  };
}

/** How the last write of a process that is killed ends: it is lost, or it arrives and its answer is lost. */
export type LastWrite = 'lost' | 'unheard';

/** The documents as a process has them that is killed at its (k + 1)-th write. */
export function killAfter(documents: Documents, k: number, lastWrite: LastWrite) {
  const died = Promise.withResolvers<null>();
  let left = k;
  const stores = interceptWrites(documents, async (work) => {
    left -= 1;
    if (left >= 0) return work();
    if (left === -1 && lastWrite === 'unheard') await work();
    died.resolve(null);
    throw new StoreUnavailable('The process was killed');
  });
  return { stores, died: died.promise, isDead: () => left < 0 };
}
