import { pino } from 'pino';
import { projections } from '#projections/all.ts';
import { systemClock } from '#server/lib/clock.ts';
import { StartupError } from '#server/lib/errors.ts';
import { createCommandHandler } from '#server/platform/commands/command-handler.ts';
import { createIntake } from '#server/modules/intake/pipeline/intake.ts';
import { loadStorageConfig } from '#server/platform/config/storage-config.ts';
import { startSubscriptions } from '#server/app/workers/subscriptions.ts';
import { runProjectorWorker } from '#server/app/workers/roles.ts';
import { createProgressTracker } from '#server/platform/subscriptions/progress-tracker.ts';
import { trackProjections } from '#server/platform/projector/projection-progress.ts';
import { readFeeds } from '#server/modules/sources/feed-config/config.ts';
import { createFeeds } from '#server/modules/sources/feeds.ts';
import { loadGazetteer } from '#server/modules/geo/gazetteer.ts';
import { joinStores } from '../join-stores.ts';
import { renderFeedReport } from './feed-report.ts';
import { printText, runCliCommand } from '../run-command.ts';

await runCliCommand({
  invocation: 'npm run feed --',
  description: `Reads the feeds of a file once into DATA_DIR, or one of them, and prints the outcome of their rows.
Exit code 1 if a feed could not be read. A server sends the alerts when it starts.`,
  positionals: [{ name: 'FILE' }, { name: 'ID', isOptional: true }],
  options: {},
  run: async ({ positionals: [file = '', onlyId] }) => readFeedsOnce(file, onlyId),
});

async function readFeedsOnce(file: string, onlyId: string | undefined): Promise<void> {
  const feeds = readFeeds(file).filter(({ id }) => onlyId === undefined || id === onlyId);
  if (feeds.length === 0)
    throw new StartupError(onlyId === undefined ? `${file} lists no feed` : `${file} has no feed '${onlyId}'`);
  const storageConfig = loadStorageConfig(process.env);
  const log = pino({ level: 'warn' }, pino.destination({ fd: 2, sync: true }));
  const clock = systemClock;
  const { stores, leave } = await joinStores(storageConfig, { role: 'feed', clock, log });
  const isShared = storageConfig.mongoUrl !== null;
  const subscriptions = startSubscriptions({ stores, clock, log });
  const progressTracker = createProgressTracker();
  const tracker = trackProjections(isShared, progressTracker, { ...stores, projections });
  const leader = runProjectorWorker({
    context: { log, config: { viewDowngrade: false } },
    stores,
    subscriptions,
    progress: progressTracker,
    onApplied: () => Promise.resolve(),
  });
  const handle = createCommandHandler(stores.events, clock);
  await tracker.ready;
  const intake = createIntake({ ...stores, handle, gazetteer: await loadGazetteer(), isShared }, subscriptions.run);
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
    await leader.stop();
    await subscriptions.stop();
    await tracker.stop();
    await leave();
  }
}
