import { EventEmitter } from 'node:events';
import type { ChangeStream, Collection, Db, Document, ObjectId } from 'mongodb';
import { delay } from '#server/lib/delay.ts';
import type { Log } from '#server/lib/log.ts';
import { retryUntilStopped } from '#server/lib/retry.ts';
import { repeatUntilStopped, runEvery } from '#server/lib/scheduler.ts';
import { type MongoConnection, openMongoConnection } from './connection.ts';
import { ensureExpiry } from './indexes.ts';

const collectionName = 'live_messages';
/** Messages are read soon: they are stored longer than any poll takes. */
const expirySeconds = 20;
const pollIntervalMs = 100;
/** In ms: how far the clocks of processes that poll may differ. */
const pollWindowMs = 10_000;

/** As the adapter of socket.io stores it; `uid` is the process that sent it. */
type MessageRecord = { _id: ObjectId; uid: string; createdAt: Date };

/** How many messages were sent: those who poll read them where this has changed. */
type Counter = { _id: 'counter'; count: number };
const counterId = { _id: 'counter' } as const;

export type MessageCollection = {
  collection: Collection;
  /** The outcome of the last insert, which the adapter only writes to its debug output. */
  lastInsert: () => Promise<unknown>;
  close: () => Promise<void>;
};

export type MessageOptions = { uid: string; log: Log };

/**
 * A collection through which processes send each other messages. A standalone server has no change streams: there it
 * is polled. Throws StoreUnavailable.
 */
export async function openMessageCollection(url: string, options: MessageOptions): Promise<MessageCollection> {
  const connection = openMongoConnection(url, { durable: false });
  const { call, db, close } = connection;
  try {
    const { setName, msg } = await call((database) => database.command({ hello: 1 }));
    const isExpiring = await ensureExpiry(call, collectionName, 'createdAt', expirySeconds);
    const hasChangeStreams = setName !== undefined || msg === 'isdbgrid';
    options.log.info(
      { hasChangeStreams },
      hasChangeStreams
        ? 'Opened the change stream of live updates'
        : `Polling for live updates every ${pollIntervalMs} ms, as a standalone MongoDB has no change streams`,
    );
    const watch: Watch = (...request) =>
      hasChangeStreams
        ? db()
            .collection(collectionName)
            .watch(...request)
        : // The adapter uses no other members of a change stream.
          (watchByPolling(connection, { ...options, isExpiring }) as unknown as ChangeStream);
    return { ...replaceCalls(connection, { watch, isPolled: !hasChangeStreams }), close };
  } catch (error) {
    await close();
    throw error;
  }
}

type Watch = (...request: Parameters<Collection['watch']>) => ChangeStream;

/** The adapter calls `insertOne` and `watch`, which stay with the connection when that replaces its client. */
function replaceCalls({ call, db }: MongoConnection, { watch, isPolled }: { watch: Watch; isPolled: boolean }) {
  let inserted: Promise<unknown> = Promise.resolve();
  const increment = { $inc: { count: 1 } };
  const insertOne = async (message: Document) => {
    const result = await call((database) => database.collection(collectionName).insertOne(message));
    if (isPolled) await call((database) => counterOf(database).updateOne(counterId, increment, { upsert: true }));
    return result;
  };
  const collection = Object.assign(db().collection(collectionName), {
    watch,
    insertOne: (message: Document) => {
      const insert = insertOne(message);
      inserted = insert;
      return insert;
    },
  });
  return { collection, lastInsert: () => inserted };
}

const counterOf = (database: Db) => database.collection<Counter>(collectionName);

/** Emits each message of another process, as a change stream does, until it is closed. */
function watchByPolling(
  { call }: MongoConnection,
  { uid, log, isExpiring }: MessageOptions & { isExpiring: boolean },
): EventEmitter {
  const stopping = new AbortController();
  const stopped = stopping.signal;
  const emitted = new Map<string, MessageRecord>();
  const read = (since: Date) =>
    call((database) =>
      database
        .collection<MessageRecord>(collectionName)
        .find({
          createdAt: { $gt: since },
          uid: { $ne: uid },
          _id: { $nin: Array.from(emitted.values(), ({ _id }) => _id) },
        })
        .sort({ createdAt: 1, _id: 1 })
        .toArray(),
    );
  let lastCount = 0;
  const poll = async () => {
    const count = (await call((database) => counterOf(database).findOne(counterId)))?.count ?? 0;
    if (count === lastCount) return;
    const since = new Date(Date.now() - pollWindowMs);
    for (const fullDocument of await read(since)) {
      const { _id, createdAt } = fullDocument;
      emitted.set(_id.toHexString(), { _id, uid, createdAt });
      stream.emit('change', { operationType: 'insert', fullDocument });
    }
    for (const [id, { createdAt }] of emitted) if (createdAt < since) emitted.delete(id);
    lastCount = count;
  };
  const removeExpired = () =>
    call((database) =>
      database
        .collection(collectionName)
        .deleteMany({ createdAt: { $lt: new Date(Date.now() - expirySeconds * 1000) } }),
    );
  const done = repeatUntilStopped(stopped, async () => {
    await retryUntilStopped('read live messages', poll, { log, stopped });
    await delay(pollIntervalMs, stopped);
  });
  const removal = isExpiring
    ? null
    : runEvery({
        work: removeExpired,
        intervalMs: expirySeconds * 1000,
        log,
        failureMessage: 'Failed to remove expired live messages',
      });
  const stream = Object.assign(new EventEmitter(), {
    closed: false,
    close: async () => {
      stream.closed = true;
      stopping.abort();
      await Promise.all([done, removal?.stop()]);
    },
  });
  return stream;
}
