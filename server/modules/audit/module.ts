import { withDamagedStreams } from '#server/platform/event-store/damage.ts';
import { defineModule, type NeedsOf } from '#server/platform/modules/module.ts';
import type { Platform } from '#server/platform/modules/platform.ts';
import { type AuditLog, createAuditLog } from './audit-log.ts';
import { runAuditWorker } from './audit-worker.ts';
import { addHistoryMetrics } from './metrics.ts';
import { createPastMemberTables, type PastMemberTables } from './point-in-time/member-tables/past-member-tables.ts';
import { pointInTimeRoutes } from './point-in-time/routes.ts';
import { historyRoutes } from './routes.ts';
import type { openWitnesses } from './witness/witness-channels.ts';

export const auditModule = defineModule({
  name: 'audit',
  provide: (platform: Platform) => {
    const { config, events, keys, subjectKeys, historyViews } = platform;
    const { dataDir, eventStoreUrl, mongoUrl } = config;
    const storageConfig = { dataDir, eventStoreUrl, mongoUrl };
    return {
      auditLog: createAuditLog({
        ...platform,
        events: { ...events, ...withDamagedStreams(events, 'types') },
        views: historyViews,
        storageConfig,
        tokensOf: subjectKeys.tokens.listOf,
      }),
      pastMemberTables: createPastMemberTables({
        ...platform,
        storageConfig: { ...storageConfig, credentialKey: keys.credentials },
        isShared: eventStoreUrl !== null && mongoUrl !== null,
      }),
    };
  },
  routes: [pointInTimeRoutes, historyRoutes],
  metrics: [addHistoryMetrics],
  subscriptions: {
    'hash-chain': { does: 'Hashes every stored event, so that a change of the log is found.', lease: 'audit' },
    history: { does: 'Keeps the read model by which the history is searched.', lease: 'audit' },
    'witness-webhook': { does: 'Puts seals for WITNESS_URL into the outbox.', lease: 'maintenance' },
    'witness-email': { does: 'Puts seals for WITNESS_EMAIL into the outbox.', lease: 'maintenance' },
  },
  channels: [
    async (deps: NeedsOf<typeof openWitnesses>) => (await import('./witness/witness-channels.ts')).openWitnesses(deps),
  ],
  workers: [{ role: 'keepsViews', run: runAuditWorker }],
  stopBackground: ({ auditLog }: { auditLog: AuditLog }) => [auditLog.stop],
  stopLongWork: ({ auditLog, pastMemberTables }: { auditLog: AuditLog; pastMemberTables: PastMemberTables }) => [
    auditLog.verification.stop,
    pastMemberTables.stop,
  ],
});
