import type { Logger } from 'pino';
import { startLeaderWork } from '#server/platform/subscriptions/start-with-retry.ts';
import type { Clock } from '#server/lib/clock.ts';
import { type LeaderElection, startLeaderElection } from '#server/platform/leader-election/leader-election.ts';
import type { ViewStore } from '#projections/store/port.ts';
import type { DocumentDeps, Platform } from '#server/platform/modules/platform.ts';
import { fencedViews } from '#server/platform/projector/fenced.ts';
import { runEvery, type Schedule } from '#server/lib/scheduler.ts';
import { abortable } from '#server/lib/abortable.ts';
import { createStoredChain, chainView } from './hash-chain/chain-blocks.ts';
import type { AuditLog } from './audit-log.ts';
import { extendTree } from './hash-chain/extend-tree.ts';
import { createChainProjection } from './hash-chain/chain-projection.ts';
import { createBatchSubscriber } from './projection/batch-subscriber.ts';
import { startHistoryProjector } from './search/history-projector.ts';
import { loadSealKey } from './hash-chain/seal-key.ts';
import { startSealScheduler } from './hash-chain/seal-scheduler.ts';
import type { VerificationService } from './verification/verification-service.ts';
import { leaseTasks } from '#server/platform/leader-election/lease-tasks.ts';

type AuditWorkerDeps = DocumentDeps &
  Pick<
    Platform,
    'events' | 'encryptedEvents' | 'handle' | 'leases' | 'keys' | 'isShared' | 'viewsReady' | 'run' | 'failedEvents'
  > & { auditLog: AuditLog };

const verificationIntervalMs = 24 * 60 * 60_000;
const checkIntervalMs = 60_000;
const treeIntervalMs = 10_000;

/** Keeps the chain and the index, seals the log and verifies it daily, while this process is the leader. */
export function runAuditWorker(deps: AuditWorkerDeps): LeaderElection {
  const { events, encryptedEvents, log, handle, clock, documents, auditLog, leases, failedEvents, run } = deps;
  // Where the history's views are in the same store as the leases.
  const { isShared, viewsReady, keys } = deps;
  const election = startLeaderElection({
    task: leaseTasks.audit,
    leases,
    log,
    begin: (lease, onFenced) =>
      startLeaderWork({
        what: 'the audit worker',
        log,
        begin: async (stops, stopped) => {
          const views = isShared ? fencedViews(auditLog.views, lease) : auditLog.views;
          // `head` rejects a log other than the known one, before anything is derived from it.
          await events.head();
          const chain = createChainProjection(views);
          const chaining = createBatchSubscriber({
            name: 'hash-chain',
            declaration: chainView,
            projection: chain,
            onFailedEvent: 'stop',
            events: encryptedEvents,
            views,
            onFenced,
          });
          stops.push(run(chaining).stop);
          stops.push(startTreeExtension(views, log).stop);
          // The server may be stopped before its views are ready.
          await abortable(stopped, viewsReady);
          if (stopped.aborted) return;
          const projectorDeps = { events: encryptedEvents, views, failedEvents, run, log };
          const projector = startHistoryProjector(projectorDeps, { progress: auditLog.progress, onFenced });
          stops.push(projector.stop);
          projector.ready.catch(election.failWork);
          const sealKey = await loadSealKey(documents, keys.credentials, clock);
          const sealing = { key: sealKey, chain: createStoredChain(views), end: chain.end, events: encryptedEvents };
          stops.push(startSealScheduler({ ...sealing, handle, clock, log }).stop);
          stops.push(startDailyVerification(auditLog.verification, clock, log).stop);
        },
      }),
  });
  return election;
}

/** Keeps the stored subtrees of the Merkle tree near the end of the chain. */
function startTreeExtension(views: ViewStore, log: Logger): Schedule {
  const work = (stopped: AbortSignal) => extendTree(views, stopped);
  return runEvery({
    work,
    intervalMs: treeIntervalMs,
    log,
    failureMessage: 'Failed to extend the Merkle tree; retrying',
  });
}

/** Verifies the log a day after the last verification; where there was none, a day after the start. */
function startDailyVerification(
  { state, begin, waitUntilIdle }: VerificationService,
  clock: Clock,
  log: Logger,
): Schedule {
  const since = clock().getTime();
  const work = async () => {
    const { last, running } = await state();
    const before = last ? Date.parse(last.at) : since;
    if (running === null && clock().getTime() - before >= verificationIntervalMs)
      await begin().then(waitUntilIdle, () => undefined);
  };
  return runEvery({ work, intervalMs: checkIntervalMs, log, failureMessage: 'Failed to begin the daily verification' });
}
