import { history } from '#projections/history.ts';
import type { LeasedViewStore } from '#projections/store/port.ts';
import { type ProjectionTracker, trackProjections } from '#server/platform/projector/projection-progress.ts';
import { createProgressTracker, type ProgressTracker } from '#server/platform/subscriptions/progress-tracker.ts';
import { createEvidenceService, type EvidenceService } from './evidence/evidence-service.ts';
import { createHistoryReader, type HistoryReader } from './search/history-reader.ts';
import { createVerificationService, type VerificationService } from './verification/verification-service.ts';

/** The dependencies of the audit routes. */
export type AuditLog = {
  history: HistoryReader;
  views: LeasedViewStore;
  verification: VerificationService;
  /** Writes evidence, in pieces. */
  writeEvidence: EvidenceService;
  /** Where the projector of the history reports to. */
  progress: ProgressTracker;
  stop: ProjectionTracker['stop'];
};

type AuditLogDeps = Omit<Parameters<typeof createVerificationService>[0], 'count'> &
  Omit<Parameters<typeof createEvidenceService>[0], 'history' | 'historyViews'> & {
    events: Parameters<typeof createHistoryReader>[0]['events'];
    tokensOf: Parameters<typeof createHistoryReader>[0]['tokensOf'];
    views: LeasedViewStore;
  };

export function createAuditLog({ events, views, tokensOf, ...deps }: AuditLogDeps): AuditLog {
  const progress = createProgressTracker();
  const isShared = deps.storageConfig.mongoUrl !== null;
  const tracker = trackProjections(isShared, progress, { events, views, projections: [history] });
  const reader = createHistoryReader({ events, views, tracker, tokensOf });
  const stored = createHistoryReader({ events: deps.encryptedEvents, views, tracker, tokensOf });
  const writeEvidence = createEvidenceService({ ...deps, history: stored, historyViews: views });
  const verification = createVerificationService({ ...deps, count: reader.count });
  return { history: reader, views, verification, writeEvidence, progress, stop: tracker.stop };
}
