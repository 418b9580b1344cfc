import {
  jsonEvent,
  type JSONType,
  MaxAppendSizeExceededError,
  NO_STREAM,
  WrongExpectedVersionError,
} from '@eventstore/db-client';
import PQueue from 'p-queue';
import { start } from '#domain/shared/decider.ts';
import { StoreUnavailable } from '#projections/store/port.ts';
import { checkedAppend } from '../checked.ts';
import { persist, type Timeouts, within } from './calls.ts';
import type { Connection } from './client.ts';
import { isReserved, positionOf } from './events.ts';
import type { StreamReader } from './streams.ts';
import { type Appended, type EventStore, InvalidAppend, noStream, WrongExpectedRevision } from '../port.ts';

type Append = EventStore['append'];
type Parts = { connection: Connection; streams: StreamReader; timeouts: Timeouts; inFlight: number };

/** At most `inFlight` appends are under way; the others wait for their turn, but no longer than a call may take. */
export function appender({ connection, streams, timeouts, inFlight }: Parts): Append {
  const queue = new PQueue({ concurrency: inFlight });
  const write = writer(connection, streams, timeouts);

  return async (stream, events, expected, metadata) => {
    checkedAppend(stream, events, expected);
    const reserved = [stream, ...events.map(({ type }) => type)].find(isReserved);
    if (reserved !== undefined) throw new InvalidAppend(`EventStoreDB keeps names such as ${reserved} for itself`);
    if (events.length === 0) return nothing(stream, expected, await streams.last(stream));
    const late = AbortSignal.timeout(timeouts.call);
    try {
      return await queue.add(() => write(stream, events, expected, metadata), { signal: late });
    } catch (error) {
      if (error !== late.reason) throw asRefusal(error, stream, expected);
      throw new StoreUnavailable('EventStoreDB has not written in time.', { cause: error });
    }
  };
}

/** The same append is tried again: with the same ids and revision the server writes it once. */
function writer({ client, credentials }: Connection, { read }: StreamReader, timeouts: Timeouts): Append {
  return async (stream, events, expected, metadata) => {
    const expectedRevision = expected === noStream ? NO_STREAM : BigInt(expected);
    // The client's type leaves out what is JSON but no object, list or text; it writes that as well.
    const proposed = events.map(({ id, type, data }) => jsonEvent({ id, type, data: data as JSONType, metadata }));
    const { nextExpectedRevision, position } = await persist(timeouts, (deadline) =>
      within(deadline, client.appendToStream(stream, proposed, { expectedRevision, credentials, deadline })),
    );
    const revision = Number(nextExpectedRevision);
    if (position) return { revision, position: positionOf(position.commit) };
    const [written] = (await read(stream, revision)).events;
    return { revision, position: written?.position ?? start };
  };
}

function nothing(stream: string, expected: number, last: Appended): Appended {
  if (last.revision !== expected) throw new WrongExpectedRevision(stream, expected, last.revision);
  return last;
}

function asRefusal(error: unknown, stream: string, expected: number): unknown {
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
