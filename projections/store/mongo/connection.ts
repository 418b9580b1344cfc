import { type Db, MongoClient, MongoError, MongoInvalidArgumentError, MongoServerError } from 'mongodb';
import { createTimer } from '#server/lib/delay.ts';
import { StoreUnavailable } from '../port.ts';

/** Sends one request to the server. Throws StoreUnavailable where it is gone, or silent for `silence` ms. */
export type MongoCall = <T>(question: (db: Db) => Promise<T>, silenceMs?: number) => Promise<T>;
export type MongoConnection = { call: MongoCall; close: () => Promise<void> };

const answerTimeoutMs = 4_000;
/** Maximum time for a request, even if the server answers others. */
const maxAnswerMs = 30_000;
/** The tolerated silence for operations that take time in proportion to a collection, such as creating an index. */
export const longOperationTimeoutMs = 15 * 60_000;

const databaseUrlPattern = /^mongodb(\+srv)?:\/\/[^/]+\/[^/?]+/;

/**
 * Connects on the first request, and again after every loss. `url` names the database (mongodb://host:port/name).
 * Writes are acknowledged once a majority of the servers has them, on disk where `durable`.
 */
export function openMongoConnection(url: string, { durable }: { durable: boolean }): MongoConnection {
  if (!databaseUrlPattern.test(url))
    throw new Error('The URL of MongoDB must name a database: mongodb://host:port/name');
  const client = new MongoClient(url, {
    readPreference: 'primary',
    writeConcern: { w: 'majority', wtimeoutMS: answerTimeoutMs - 500, ...(durable && { journal: true }) },
    serverSelectionTimeoutMS: answerTimeoutMs - 500,
    connectTimeoutMS: 2_000,
    heartbeatFrequencyMS: 2_000,
    maxPoolSize: 20,
  });
  const db = client.db();
  const withAnswerTimeout = createAnswerTimer();
  let closed = false;
  let connected: Promise<unknown> | null = null;
  /** A client that never connected does not retry on its own; one that lost its server does. */
  const connect = () => {
    connected ??= client.connect().catch((error: unknown) => {
      connected = null;
      throw error;
    });
    return connected;
  };

  return {
    call: async (question, silenceMs = answerTimeoutMs) => {
      if (closed) throw new StoreUnavailable('The connection to MongoDB is closed.');
      try {
        return await withAnswerTimeout(() => connect().then(() => question(db)), silenceMs);
      } catch (error) {
        throw toStoreError(error);
      }
    },
    close: async () => {
      closed = true;
      await client.close();
    },
  };
}

/** A server that answers other requests is slow, not gone: only the time without any answer counts. */
function createAnswerTimer() {
  let lastAnswerAt = 0;
  const recordAnswer = <T>(value: T): T => {
    lastAnswerAt = performance.now();
    return value;
  };

  return <T>(work: () => Promise<T>, silenceMs: number): Promise<T> => {
    const startedAt = performance.now();
    const timedOut = Promise.withResolvers<never>();
    const timer = createTimer(() => wait());
    const wait = () => {
      const until = Math.min(
        Math.max(startedAt, lastAnswerAt) + silenceMs,
        startedAt + Math.max(silenceMs, maxAnswerMs),
      );
      const left = until - performance.now();
      if (left > 0) timer.start(left);
      else timedOut.reject(new StoreUnavailable('MongoDB is unreachable.'));
    };
    wait();
    const answered = work().then(recordAnswer, (error: unknown) => {
      throw error instanceof MongoServerError ? recordAnswer(error) : error;
    });
    return Promise.race([answered, timedOut.promise]).finally(timer.stop);
  };
}

/**
 * Errors that a retry may fix (mongodb.com/docs/manual/reference/error-codes): shut down, not primary, stepped down,
 * out of time or disk space, no majority, and FerretDB's code for an interruption (1).
 */
const retryableCodes = new Set([1, 24, 50, 64, 89, 91, 189, 262, 9001, 10107, 11600, 11602, 13435, 13436, 14031]);
export const duplicateKeyCode = 11_000;

const systemErrorPattern = /^E[A-Z]+$/;

/** Any error that is not an answer of the server is a lost or failed connection. */
function toStoreError(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof MongoInvalidArgumentError) return error;
  const code = 'code' in error ? error.code : undefined;
  const lost = error instanceof MongoError ? typeof code !== 'number' : systemErrorPattern.test(String(code));
  if (!lost && !retryableCodes.has(Number(code))) return error;
  return new StoreUnavailable(`MongoDB cannot be used just now (${error.message}).`, { cause: error });
}

/**
 * When two clients insert the same document at the same moment, the server refuses one; a retry then finds the
 * document.
 */
export async function upsertWithRetry<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    if (!isServerError(error, duplicateKeyCode)) throw error;
    return ask();
  }
}

/** True for an answer of the server with this code. */
export function isServerError(error: unknown, code: number): boolean {
  return error instanceof MongoServerError && error.code === code;
}
