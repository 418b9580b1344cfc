import { createSubjectKeys } from '#server/platform/encryption/subject-keys.ts';
import { createEvidenceService } from '../evidence/evidence-service.ts';
import { allEvents, type EventFilters } from '../search/history-query.ts';
import type { createChainedLog } from './chained-log.ts';
import { createTestHistory } from './history-fixture.ts';

type ChainedLog = Awaited<ReturnType<typeof createChainedLog>>;

/** Evidence of a chained log, for any filters once the history is indexed. */
export function createTestEvidence({ events, views, documents, credentialKey }: ChainedLog) {
  const { reader, start } = createTestHistory({ events, views });
  const writeEvidence = createEvidenceService({
    documents,
    keys: { credentials: credentialKey, sessions: '' },
    clock: () => new Date('2026-02-01T12:00:00.000Z'),
    subjectKeys: createSubjectKeys({ documents, credentialKey: () => credentialKey }),
    encryptedEvents: events,
    history: reader,
    historyViews: views,
  });
  return {
    start,
    write: async (filters: Partial<EventFilters> = {}): Promise<string> => {
      const noNames = { ...views, getMany: (_view: string, ids: string[]) => Promise.resolve(ids.map(() => null)) };
      const request = { filters: { ...allEvents, ...filters }, filter: filters, views: noNames };
      let text = '';
      for await (const piece of writeEvidence(request)) text += piece;
      return text;
    },
  };
}
