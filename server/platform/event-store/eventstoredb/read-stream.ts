import { BACKWARDS, END, type ReadStreamOptions, StreamNotFoundError } from '@eventstore/db-client';
import { startPosition } from '#domain/shared/decider.ts';
import { callWithRetry, type Timeouts } from './call-with-deadline.ts';
import type { EventStoreDbConnection } from './client.ts';
import { collect } from './collect.ts';
import { toRecordedEvent } from './events.ts';
import type { WrittenEvent } from './server-clock.ts';
import { type Appended, type EventStore, noStream } from '../port.ts';

export type StreamReader = Pick<EventStore, 'read'> & {
  /** Where the stream ends. */
  readLast: (stream: string) => Promise<Appended>;
  /** An event with the time at which the server wrote it. */
  readWritten: (stream: string, revision: number) => Promise<WrittenEvent | null>;
};

export function createStreamReader({ client }: EventStoreDbConnection, timeouts: Timeouts): StreamReader {
  const readResolved = async (stream: string, options: ReadStreamOptions) => {
    try {
      return await callWithRetry(timeouts, (ms) => collect(client.readStream(stream, options), ms));
    } catch (error) {
      if (error instanceof StreamNotFoundError) return [];
      throw error;
    }
  };
  const read = async (stream: string, options: ReadStreamOptions) => {
    const events = await readResolved(stream, options);
    return events.flatMap(({ event }) => (event ? toRecordedEvent(event) : []));
  };
  const readLast = async (stream: string): Promise<Appended> => {
    const [event] = await read(stream, { direction: BACKWARDS, fromRevision: END, maxCount: 1 });
    return event
      ? { revision: event.revision, position: event.position }
      : { revision: noStream, position: startPosition };
  };
  return {
    readLast,
    readWritten: async (stream, revision) => {
      const [resolvedEvent] = await readResolved(stream, { fromRevision: BigInt(revision), maxCount: 1 });
      return resolvedEvent?.event
        ? { event: toRecordedEvent(resolvedEvent.event), created: resolvedEvent.event.created }
        : null;
    },
    // The event before `from` tells where the stream ends if none follows, in the same call.
    read: async (stream: string, from = 0, limit?: number) => {
      const first = Math.max(0, from - 1);
      const events = await read(stream, {
        fromRevision: BigInt(first),
        ...(limit !== undefined && { maxCount: limit + from - first }),
      });
      const { revision } = events.at(-1) ?? (from > 0 ? await readLast(stream) : { revision: noStream });
      return { events: events.filter((event) => event.revision >= from), revision };
    },
  };
}
