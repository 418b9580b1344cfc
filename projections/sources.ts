import type { FailureKind } from '#domain/source/contract.ts';
import type { SourceEvent } from '#domain/source/events.ts';
import type { Projection } from './projection.ts';
import type { ViewReader } from './store/port.ts';

/**
 * Pauses and alarms of a source, and the description of a saved feed. Times are ISO 8601; `paused.by` is an actor,
 * `alarm.id` that of the event.
 */
export type SourceStateDoc = {
  id: string;
  feedId: string | null;
  paused: { at: string; by: string } | null;
  resumedAt: string | null;
  alarm: { id: string; at: string; trouble: FailureKind; problem: string } | null;
};

export const sources: Projection<SourceEvent['type'], SourceStateDoc> = {
  view: 'sources',
  version: 2,
  indexes: [['id']],
  handles: [
    'FeedAdded',
    'FeedChanged',
    'FeedRemoved',
    'SourcePaused',
    'SourceResumed',
    'SourceFailing',
    'SourceRecovered',
  ],
  idsOf: ({ data }) => [data.sourceId],
  evolve: (doc, { id: eventId, type, data, metadata: { at, actor } }, id) => {
    const before = doc ?? { id, feedId: null, paused: null, resumedAt: null, alarm: null };
    switch (type) {
      case 'FeedAdded':
      case 'FeedChanged':
        return { ...before, feedId: data.feedId };
      case 'FeedRemoved':
        return null;
      case 'SourcePaused':
        return { ...before, paused: { at, by: actor } };
      case 'SourceResumed':
        return { ...before, paused: null, resumedAt: at };
      case 'SourceFailing':
        return { ...before, alarm: { id: eventId, at, trouble: data.trouble, problem: data.problem } };
      case 'SourceRecovered':
        return { ...before, alarm: null };
    }
  },
};

const maxSources = 10_000;

/** By id; sources without a pause, an alarm or a saved feed are not included. */
export async function findSourceStates(views: ViewReader): Promise<Map<string, SourceStateDoc>> {
  const { docs } = await views.list<SourceStateDoc>(sources.view, {
    sort: [{ field: 'id', direction: 'asc' }],
    limit: maxSources,
  });
  return new Map(docs.map((doc) => [doc.id, doc]));
}
