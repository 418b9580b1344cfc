import {
  jsonEvent,
  type JSONType,
  MaxAppendSizeExceededError,
  NO_STREAM,
  WrongExpectedVersionError,
} from '@eventstore/db-client';
import PQueue from 'p-queue';
import { startPosition } from '#domain/shared/decider.ts';
import { StoreUnavailable } from '#projections/store/port.ts';
import { validateAppend } from '../validate-append.ts';
import { callWithRetry, type Timeouts, withDeadline } from './call-with-deadline.ts';
import type { EventStoreDbConnection } from './client.ts';
import { fromCommit, isReserved } from './events.ts';
import type { StreamReader } from './read-stream.ts';
import { type Appended, type EventStore, InvalidAppend, noStream, WrongExpectedRevision } from '../port.ts';

type Append = EventStore['append'];
type AppenderDeps = {
  connection: EventStoreDbConnection;
  streams: StreamReader;
  timeouts: Timeouts;
  maxInFlight: number;
};

/** At most `maxInFlight` appends run concurrently; the others queue, but no longer than the time-out of a call. */
export function createAppender({ connection, streams, timeouts, maxInFlight }: AppenderDeps): Append {
  const queue = new PQueue({ concurrency: maxInFlight });
  const write = createWriter(connection, streams, timeouts);

  return async (stream, events, expected, metadata) => {
    validateAppend(stream, events, expected);
    const reserved = [stream, ...events.map(({ type }) => type)].find(isReserved);
    if (reserved !== undefined) throw new InvalidAppend(`EventStoreDB keeps names such as ${reserved} for itself`);
    if (events.length === 0) return appendNothing(stream, expected, await streams.readLast(stream));
    const timeout = AbortSignal.timeout(timeouts.call);
    try {
      return await queue.add(() => write(stream, events, expected, metadata), { signal: timeout });
    } catch (error) {
      if (error !== timeout.reason) throw toAppendError(error, stream, expected);
      throw new StoreUnavailable('EventStoreDB has not written in time.', { cause: error });
    }
  };
}

/** Retries the same append: with the same ids and revision the server writes it once. */
function createWriter(
  { client, credentials }: EventStoreDbConnection,
  { read }: StreamReader,
  timeouts: Timeouts,
): Append {
  return async (stream, events, expected, metadata) => {
    const expectedRevision = expected === noStream ? NO_STREAM : BigInt(expected);
    // The client's type excludes JSON values that are no object, list or text; the client writes these as well.
    const proposed = events.map(({ id, type, data }) => jsonEvent({ id, type, data: data as JSONType, metadata }));
    const { nextExpectedRevision, position } = await callWithRetry(timeouts, (deadline) =>
      withDeadline(deadline, client.appendToStream(stream, proposed, { expectedRevision, credentials, deadline })),
    );
    const revision = Number(nextExpectedRevision);
    if (position) return { revision, position: fromCommit(position.commit) };
    const [writtenEvent] = (await read(stream, revision)).events;
    return { revision, position: writtenEvent?.position ?? startPosition };
  };
}

function appendNothing(stream: string, expected: number, last: Appended): Appended {
  if (last.revision !== expected) throw new WrongExpectedRevision(stream, expected, last.revision);
  return last;
}

function toAppendError(error: unknown, stream: string, expected: number): unknown {
  if (error instanceof WrongExpectedVersionError) {
    const { actualVersion } = error;
    const actual = typeof actualVersion === 'bigint' ? Number(actualVersion) : noStream;
    return new WrongExpectedRevision(stream, expected, actual);
  }
  if (error instanceof MaxAppendSizeExceededError) {
    return new InvalidAppend(`An append to ${stream} is larger than EventStoreDB takes`, { cause: error });
  }
  return error;
}
