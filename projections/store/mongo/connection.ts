import { type Db, MongoClient, MongoError, MongoInvalidArgumentError, MongoServerError } from 'mongodb';
import { createTimer } from '#server/lib/delay.ts';
import { StoreUnavailable } from '../port.ts';

/** Sends one request to the server. Throws StoreUnavailable where it is gone, or silent for `silence` ms. */
export type MongoCall = <T>(question: (db: Db) => Promise<T>, silenceMs?: number) => Promise<T>;
export type MongoConnection = {
  call: MongoCall;
  /** For what goes on for long: it ends where the client is replaced. */
  db: () => Db;
  close: () => Promise<void>;
};

const answerTimeoutMs = 4_000;
/** Maximum time for a request, even if the server answers others. */
const maxAnswerMs = 30_000;
/** The tolerated silence for operations that take time in proportion to a collection, such as creating an index. */
export const longOperationTimeoutMs = 15 * 60_000;

/**
 * A client whose requests have only failed for this long is replaced: the driver's monitor waits forever for an answer
 * on a socket that closes at the moment of its request (writeCommand waits for its 'drain'), and the server then stays
 * unknown.
 */
const maxFailingMs = 5_000;

const databaseUrlPattern = /^mongodb(\+srv)?:\/\/[^/]+\/[^/?]+/;

/**
 * Connects on the first request, and again after every loss. `url` names the database (mongodb://host:port/name).
 * Writes are acknowledged once a majority of the servers has them, on disk where `durable`.
 */
export function openMongoConnection(url: string, { durable }: { durable: boolean }): MongoConnection {
  if (!databaseUrlPattern.test(url))
    throw new Error('The URL of MongoDB must name a database: mongodb://host:port/name');
  const openClient = () =>
    new MongoClient(url, {
      readPreference: 'primary',
      writeConcern: { w: 'majority', wtimeoutMS: answerTimeoutMs - 500, ...(durable && { journal: true }) },
      serverSelectionTimeoutMS: answerTimeoutMs - 500,
      connectTimeoutMS: 2_000,
      heartbeatFrequencyMS: 2_000,
      maxPoolSize: 20,
    });
  const withAnswerTimeout = createAnswerTimer();
  let client = openClient();
  let closed = false;
  let connected: Promise<unknown> | null = null;
  let failingSince: number | null = null;
  /** A client that never connected does not retry on its own; one that lost its server does. */
  const connect = () => {
    connected ??= client.connect().catch((error: unknown) => {
      connected = null;
      throw error;
    });
    return connected;
  };
  const recordFailure = () => {
    failingSince ??= performance.now();
    if (closed || performance.now() - failingSince < maxFailingMs) return;
    // What it still waits for may never come.
    client.close().catch(() => undefined);
    client = openClient();
    connected = null;
    failingSince = null;
  };

  return {
    call: async (question, silenceMs = answerTimeoutMs) => {
      if (closed) throw new StoreUnavailable('The connection to MongoDB is closed.');
      try {
        const answer = await withAnswerTimeout(() => connect().then(() => question(client.db())), silenceMs);
        failingSince = null;
        return answer;
      } catch (error) {
        const failure = toStoreError(error);
        if (failure instanceof StoreUnavailable) recordFailure();
        throw failure;
      }
    },
    db: () => client.db(),
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
    const answer = work().then(recordAnswer, (error: unknown) => {
      throw error instanceof MongoServerError ? recordAnswer(error) : error;
    });
    return Promise.race([answer, timedOut.promise]).finally(timer.stop);
  };
}

/**
 * Answers that the same request would get again (mongodb.com/docs/manual/reference/error-codes): it is not valid, too
 * large or not supported, or does not fit what is there. Any other answer is about the server, and may pass.
 */
const requestErrorCodes = new Set([
  2, 9, 14, 20, 22, 26, 27, 28, 40, 48, 52, 53, 56, 57, 59, 66, 67, 72, 73, 85, 86, 115, 121, 168, 197, 238, 303, 10334,
  11000, 16755, 17280, 17419, 31249, 51024, 51075, 5107201,
]);
export const duplicateKeyCode = 11_000;

const systemErrorPattern = /^E[A-Z]+$/;

/** Any error that is not an answer of the server is a lost or failed connection. */
export function toStoreError(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof MongoInvalidArgumentError) return error;
  const code = 'code' in error ? error.code : undefined;
  const isOfMongo = error instanceof MongoError;
  if (isOfMongo ? requestErrorCodes.has(Number(code)) : !systemErrorPattern.test(String(code))) return error;
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
