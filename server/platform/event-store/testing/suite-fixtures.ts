import { randomUUID } from 'node:crypto';
import type { Metadata } from '#domain/shared/decider.ts';
import type { Appended, EventStore, NewEvent } from '../port.ts';

/** The store of one test, a stream of its own, and an append to it. */
export type OpenedStore = {
  store: EventStore;
  stream: string;
  append: (events: NewEvent[], expected: number, to?: string) => Promise<Appended>;
};

export const metadata: Metadata = {
  actor: 'ann',
  commandId: 'c-1',
  correlationId: 'c-1',
  requestId: 'r-1',
  at: '2026-03-01T10:20:30.456Z',
};
export const createEvent = (type: string, data: unknown = {}): NewEvent => ({ id: randomUUID(), type, data });
export const createCountedEvents = (count: number): NewEvent[] =>
  Array.from({ length: count }, (_, n) => createEvent('Counted', { n }));
export const listIds = (events: { id: string }[]) => events.map(({ id }) => id);
