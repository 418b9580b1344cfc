import { eventTypes } from '#domain/event-catalog/catalog.ts';
import type { DomainEvent } from '#domain/event-catalog/events.ts';
import { listEventWords } from '#domain/history/event-words.ts';
import { toPositionId } from './store/position-id.ts';
import type { Projection } from './projection.ts';

/** Where an event is in the log, and the words by which it is found. */
export type HistoryDoc = { id: string; at: string; stream: string; revision: number; words: string[] };

/**
 * Every event of the log as stored, with personal data still encrypted. It has a projector of its own, beside the hash
 * chain: no command waits for it, and no rebuild of the other views.
 */
export const history: Projection<DomainEvent['type'], HistoryDoc> = {
  view: 'history',
  version: 1,
  indexes: [['at']],
  hasWords: true,
  handles: eventTypes,
  isOfSingleEvents: true,
  readsDamagedEvents: true,
  idsOf: ({ position }) => [toPositionId(position)],
  evolve: (_doc, event, id) => {
    const { stream, revision, metadata } = event;
    return { id, at: metadata.at, stream, revision, words: listEventWords(event) };
  },
};
