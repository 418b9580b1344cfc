import { pino } from 'pino';
import { projections } from '#projections/all.ts';
import { systemClock } from '#server/lib/clock.ts';
import { StartRefused } from '#server/lib/errors.ts';
import { commandHandler } from '#server/platform/commands/handle.ts';
import { createIntake } from '#server/modules/intake/pipeline/intake.ts';
import { loadPlaces } from '#server/platform/config/places.ts';
import { leadViews } from '#server/app/workers/duties.ts';
import { progress } from '#server/platform/projector/progress.ts';
import { watchViews } from '#server/platform/projector/watch.ts';
import { readFeeds } from '#server/modules/sources/feed-config/config.ts';
import { openFeeds } from '#server/modules/sources/feeds.ts';
import { loadGazetteer } from '#server/modules/geo/gazetteer.ts';
import { openStores } from '#server/platform/storage/stores.ts';
import { feedReport } from './feed-report.ts';
import { print, run } from '../run.ts';

const nobody = { parked: () => undefined };
const usage = 'Say which feeds to read: npm run feed -- FEEDSFILE [id]';

// Reads feeds once into DATA_DIR, and prints what became of their rows; fails where one could not be read. Alerts follow
// when the server runs.
await run(async () => {
  const [file, only] = process.argv.slice(2);
  if (file === undefined) throw new StartRefused(usage);
  const feeds = readFeeds(file).filter(({ id }) => only === undefined || id === only);
  if (feeds.length === 0)
    throw new StartRefused(only === undefined ? `${file} lists no feed` : `${file} has no feed '${only}'`);
  const places = loadPlaces(process.env);
  const stores = await openStores(places);
  const isShared = places.mongoUrl !== null;
  const log = pino({ level: 'warn' }, pino.destination({ fd: 2, sync: true }));
  const seen = progress();
  const watch = watchViews(isShared, seen, { ...stores, projections });
  const leader = leadViews({ context: { log }, stores, metrics: nobody, seen, onApplied: () => Promise.resolve() });
  const clock = systemClock;
  const handle = commandHandler(stores.events, clock);
  await watch.ready;
  const intake = createIntake({ ...stores, handle, gazetteer: await loadGazetteer(), log, isShared });
  const reading = openFeeds(feeds, { ...stores, intake, clock, log });
  try {
    for (const { id } of feeds) {
      const read = await reading.runOnce(id);
      await print(feedReport(read));
      if (read.problem !== null) process.exitCode = 1;
    }
  } finally {
    await reading.stop();
    await intake.stop();
    await leader.stop();
    await watch.stop();
    await stores.close();
  }
});
