import { BACKWARDS, END, type ReadStreamOptions, StreamNotFoundError } from '@eventstore/db-client';
import { start } from '#domain/shared/decider.ts';
import { persist, type Timeouts } from './calls.ts';
import type { Connection } from './client.ts';
import { collect } from './collect.ts';
import { storedEvent } from './events.ts';
import { type Appended, type EventStore, noStream } from '../port.ts';

export type StreamReader = Pick<EventStore, 'read'> & {
  /** Where the stream ends. */
  last: (stream: string) => Promise<Appended>;
};

export function streamReader({ client }: Connection, timeouts: Timeouts): StreamReader {
  const read = async (stream: string, options: ReadStreamOptions) => {
    try {
      const events = await persist(timeouts, (ms) => collect(client.readStream(stream, options), ms));
      return events.flatMap(({ event }) => (event ? storedEvent(event) : []));
    } catch (error) {
      if (error instanceof StreamNotFoundError) return [];
      throw error;
    }
  };
  const last = async (stream: string): Promise<Appended> => {
    const [event] = await read(stream, { direction: BACKWARDS, fromRevision: END, maxCount: 1 });
    return event ? { revision: event.revision, position: event.position } : { revision: noStream, position: start };
  };
  return {
    last,
    read: async (stream, from = 0) => {
      const events = await read(stream, { fromRevision: BigInt(from) });
      const { revision } = events.at(-1) ?? (from > 0 ? await last(stream) : { revision: noStream });
      return { events, revision };
    },
  };
}
