import type { LeasedViewStore } from '#projections/store/port.ts';
import { type HistoryReader, createHistoryReader } from './search/history-reader.ts';
import { createVerificationService, type VerificationService } from './verification/verification-service.ts';

/** The dependencies of the audit routes. */
export type AuditLog = { history: HistoryReader; views: LeasedViewStore; verification: VerificationService };

type AuditLogDeps = Omit<Parameters<typeof createVerificationService>[0], 'count'> & {
  events: Parameters<typeof createHistoryReader>[0]['events'];
  tokensOf: Parameters<typeof createHistoryReader>[0]['tokensOf'];
  views: LeasedViewStore;
};

export function createAuditLog({ events, views, tokensOf, ...parts }: AuditLogDeps): AuditLog {
  const history = createHistoryReader({ events, views, tokensOf });
  return { history, views, verification: createVerificationService({ ...parts, count: history.count }) };
}
