import { pino } from 'pino';
import { projections } from '#projections/all.ts';
import { systemClock } from '#server/lib/clock.ts';
import { StartupError } from '#server/lib/errors.ts';
import { createCommandHandler } from '#server/platform/commands/command-handler.ts';
import { createIntake } from '#server/modules/intake/pipeline/intake.ts';
import { createEventReader } from '#server/platform/encryption/encrypted-event-store.ts';
import { loadStorageConfig } from '#server/platform/config/storage-config.ts';
import { startSubscriptions } from '#server/platform/modules/start-subscriptions.ts';
import { runProjectorWorkers } from '#server/platform/modules/projector-worker.ts';
import { createProgressTracker } from '#server/platform/subscriptions/progress-tracker.ts';
import { trackProjections } from '#server/platform/projector/projection-progress.ts';
import { readFeeds } from '#server/modules/sources/feed-config/config.ts';
import { createFeeds } from '#server/modules/sources/feeds.ts';
import { type Gazetteer, loadGazetteer } from '#server/modules/geo/gazetteer.ts';
import { joinStores } from '../join-stores.ts';
import type { ItemReport } from '#server/modules/intake/index.ts';
import { createRowReports } from '#server/modules/intake/row-reports/row-reports.ts';
import { loadRetentionDays } from '#server/platform/config/retention-config.ts';
import { renderFeedReport, renderRow } from './feed-report.ts';
import { printText, runCliCommand } from '../run-command.ts';

await runCliCommand({
  invocation: 'npm run feed --',
  description: `Reads the feeds of a file once into DATA_DIR, or one of them, and prints the outcome of their rows.
Exit code 1 if a feed could not be read. A server sends the alerts when it starts.`,
  positionals: [{ name: 'FILE' }, { name: 'ID', isOptional: true }],
  options: {
    verbose: { type: 'boolean', description: 'print each row with its outcome, the reason and what was read from it' },
  },
  run: async ({ values: { verbose = false }, positionals: [file = '', onlyId] }) =>
    readFeedsOnce(file, onlyId, verbose),
});

async function readFeedsOnce(file: string, onlyId: string | undefined, isVerbose: boolean): Promise<void> {
  const feeds = readFeeds(file).filter(({ id }) => onlyId === undefined || id === onlyId);
  if (feeds.length === 0)
    throw new StartupError(onlyId === undefined ? `${file} lists no feed` : `${file} has no feed '${onlyId}'`);
  const storageConfig = loadStorageConfig(process.env);
  const log = pino({ level: 'warn' }, pino.destination({ fd: 2, sync: true }));
  const clock = systemClock;
  const { stores, leave } = await joinStores(storageConfig, { role: 'feed', clock, log });
  const isShared = storageConfig.mongoUrl !== null;
  const openEvents = createEventReader(stores.subjectKeys);
  const subscriptions = startSubscriptions({ stores, openEvents, clock, log });
  const progressTracker = createProgressTracker();
  const tracker = trackProjections(isShared, progressTracker, { ...stores, projections });
  const projector = runProjectorWorkers({
    isShared,
    log,
    config: { viewDowngrade: false },
    viewStore: stores.views,
    leases: stores.views.leases,
    failedEvents: subscriptions.failedEvents,
    subscriptions,
    progress: progressTracker,
    onApplied: () => Promise.resolve(),
  });
  const handle = createCommandHandler(stores.events, clock);
  await tracker.ready;
  const gazetteer = await loadGazetteer();
  const rowReports = createRowReports({ ...stores, clock, days: loadRetentionDays(process.env) });
  const printRows = createRowPrinter(gazetteer);
  const report = async (source: string, items: ItemReport[]) => {
    await rowReports.record(source, items);
    if (isVerbose) await printRows(source, items);
  };
  const { ready: viewsReady, waitForProjections } = tracker;
  const intake = createIntake({ ...stores, handle, gazetteer, isShared, report, viewsReady, waitForProjections });
  const feedRunner = createFeeds(feeds, { ...stores, intake, clock, log });
  try {
    for (const { id } of feeds) {
      const sourceDoc = await feedRunner.runOnce(id);
      await printText(renderFeedReport(sourceDoc));
      if (sourceDoc.problem !== null) process.exitCode = 1;
    }
  } finally {
    await feedRunner.stop();
    await intake.stop();
    await projector.stop();
    await subscriptions.stop();
    await tracker.stop();
    await leave();
  }
}

/** Prints the rows of each feed with their numbers, which begin with 1. */
function createRowPrinter(gazetteer: Gazetteer) {
  const printed = new Map<string, number>();
  return async (source: string, items: ItemReport[]): Promise<void> => {
    const before = printed.get(source) ?? 0;
    printed.set(source, before + items.length);
    for (const [index, item] of items.entries()) await printText(renderRow(before + index + 1, item, gazetteer));
  };
}
