import { pino } from 'pino';
import { projections as productProjections } from '#projections/all.ts';
import { history } from '#projections/history.ts';
import type { AnyProjection } from '#projections/projection.ts';
import type { ViewStore } from '#projections/store/port.ts';
import { PositionNotInLog } from '#server/platform/event-store/port.ts';
import { chainView } from '#server/modules/audit/hash-chain/chain-blocks.ts';
import { discardForeignChain } from '#server/modules/audit/hash-chain/discard-foreign-chain.ts';
import { withUpcasting } from '#server/platform/event-store/upcasting.ts';
import { leaseTasks } from '#server/platform/leader-election/lease-tasks.ts';
import { loadStorageConfig, type StorageConfig } from '#server/platform/config/storage-config.ts';
import { computeViewDigest } from '#server/platform/projector/view-digest.ts';
import { catchUpViews, discardUnknownViews, rebuildViews } from '#server/platform/projector/rebuild.ts';
import { assertPositionExists } from '#server/platform/storage/log-identity.ts';
import { readCheckpoints, resetCheckpoint } from '#server/platform/subscriptions/checkpoints.ts';
import {
  discardDamagedViews,
  hasHistoryViews,
  type LogStores,
  openHistoryViews,
  openLog,
  type Stores,
} from '#server/platform/storage/stores.ts';
import { systemClock } from '#server/lib/clock.ts';
import { createFailedEvents } from '#server/platform/subscriptions/failed-events.ts';
import { openExistingStores } from './open-existing-stores.ts';
import { projectorTasks } from '#server/platform/modules/projector-worker.ts';
import { withViewLeases } from './with-view-lease.ts';
import { createLogProgressPrinter } from './progress-printer.ts';
import { renderRebuildReport, type RebuiltView } from './rebuild-report.ts';
import { printText, runCliCommand } from './run-command.ts';

await runCliCommand({
  invocation: 'npm run rebuild --',
  description: `Deletes the views, rebuilds them from the log, and prints a hash of each view before and after.
Stop the server first.`,
  options: {},
  run: rebuildAll,
});

async function rebuildAll(): Promise<void> {
  const storageConfig = loadStorageConfig(process.env);
  await (await openLog(storageConfig)).close();
  if (await discardDamagedViews(storageConfig))
    console.error('The views could not be read; rebuilding them from the log.');
  const stores = await openExistingStores(storageConfig);
  try {
    await printText(
      await withViewLeases(stores.views, projectorTasks, (views) => rebuildViewsOf({ ...stores, views })),
    );
    await rebuildHistory(storageConfig, stores);
  } finally {
    await stores.close();
  }
}

type RebuildStores = Pick<Stores, 'events' | 'documents'> & { views: ViewStore };

async function rebuildViewsOf(stores: RebuildStores): Promise<string> {
  const report = await rebuildAndReport(stores, productProjections);
  await discardUnknownViews({ ...stores, projections: productProjections, otherViews: [chainView.view, history.view] });
  await resetUnknownCursors(stores);
  return report;
}

/** Throws RebuildStopped, StoreUnavailable. */
async function rebuildAndReport(
  { events, views, documents }: RebuildStores,
  projections: readonly AnyProjection[],
): Promise<string> {
  const failedEvents = createFailedEvents({ documents, clock: systemClock, log: pino({ level: 'silent' }) });
  const viewDeps = { events, views, projections, failedEvents };
  await catchUpViews(viewDeps).catch(ignoreOtherLog);
  const before = await computeDigests(viewDeps);
  const took = await rebuildViews({ ...viewDeps, onProgress: createLogProgressPrinter(await events.head()) });
  const after = await computeDigests(viewDeps);
  return renderRebuildReport(compareDigests(before, after), took);
}

/** Views of another log cannot apply the events of this one: they must be rebuilt from scratch. */
function ignoreOtherLog(error: unknown): void {
  if (!(error instanceof PositionNotInLog)) throw error;
  console.error('The views contain events that this log does not have; rebuilding them from the log.');
}

/**
 * As the views, a subscriber that processed events which no longer exist starts again: at the end, since past events
 * are not processed.
 */
async function resetUnknownCursors({ events, documents }: Pick<Stores, 'events' | 'documents'>): Promise<void> {
  for (const [id, cursor] of await readCheckpoints(documents)) {
    try {
      await assertPositionExists(events, cursor);
    } catch (error) {
      if (!(error instanceof PositionNotInLog)) throw error;
      await resetCheckpoint(documents, await events.head(), id);
      console.error(
        `Subscriber '${id}' had processed events that this log does not have; it continues at the end of the log.`,
      );
    }
  }
}

async function rebuildHistory(
  storageConfig: StorageConfig,
  { events, encryptedEvents, documents }: LogStores,
): Promise<void> {
  if (!hasHistoryViews(storageConfig)) return;
  const leased = await openHistoryViews(storageConfig);
  try {
    if (await discardForeignChain(events, leased))
      console.error(
        'The hash chain contains events that this log does not have; rebuilding it. Only the seals can still prove changes.',
      );
    const stores = { events: withUpcasting(encryptedEvents), documents };
    const rebuild = (views: ViewStore) => rebuildAndReport({ ...stores, views }, [history]);
    await printText(await withViewLeases(leased, [leaseTasks.audit], rebuild));
  } finally {
    await leased.close();
  }
}

type DigestByView = Map<string, RebuiltView['after']>;
type DigestedViews = { views: ViewStore; projections: readonly AnyProjection[] };

async function computeDigests({ views, projections }: DigestedViews): Promise<DigestByView> {
  const digests: DigestByView = new Map();
  for (const { view } of projections) {
    const live = await views.live(view);
    if (live) digests.set(view, { ...(await computeViewDigest(views, view)), version: live.version });
  }
  return digests;
}

function compareDigests(before: DigestByView, after: DigestByView): RebuiltView[] {
  return [...after].map(([view, now]) => ({ view, before: before.get(view) ?? null, after: now }));
}
