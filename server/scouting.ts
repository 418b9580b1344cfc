import { setTimeout } from 'node:timers/promises';
import type { Logger } from 'pino';
import { StoreUnavailable, type ViewStore } from '#projections/store/port.ts';
import type { Context } from './context.ts';
import type { Intake } from './intake/intake.ts';
import type { Feed } from './scout/connectors/config.ts';

/** The scout and the intake behind it. */
export type Scouting = {
  /** Takes listings as soon as the scout is at work; until then they wait for a while. */
  intake: Intake;
  begin: () => void;
  stop: () => Promise<void>;
};
type Parts = { context: Context; views: ViewStore; feeds: Feed[] };

/** In ms: how long a listing waits for the scout, and the pause between two tries to begin. */
const patience = 10_000;
const pause = 1_000;

/** At work some time after the server answers: maps and members take their time to load, and stores may be away. */
export function openScouting({ context, views, feeds }: Parts): Scouting {
  const { log } = context;
  const begun = Promise.withResolvers<Intake>();
  const stopped = new AbortController();
  const stops: (() => Promise<void>)[] = [];
  const stopAll = async () => {
    for (const stop of stops.splice(0).toReversed()) await stop();
  };
  const { intake, tellAway } = waitingIntake(begun.promise);

  const begin = async () => {
    while (!stopped.signal.aborted) {
      try {
        begun.resolve(await beginScouting({ context, views, feeds }, stops));
        return;
      } catch (error) {
        await stopAll();
        if (!(error instanceof StoreUnavailable)) throw error;
        tellAway();
        log.warn({ err: error }, 'The scout cannot begin just now; trying again');
        await setTimeout(pause, undefined, { signal: stopped.signal }).catch(() => undefined);
      }
    }
  };

  let beginning: Promise<void> = Promise.resolve();
  return {
    intake,
    begin: () => {
      beginning = begin().catch(notStarted(log, begun.reject));
    },
    stop: async () => {
      stopped.abort();
      await beginning;
      await stopAll();
    },
  };
}

function notStarted(log: Logger, reject: (error: unknown) => void) {
  return (error: unknown) => {
    log.fatal({ err: error }, 'The scout did not start: no listing can be taken');
    reject(error);
  };
}

/** Throws StoreUnavailable. What it began is in `stops`. */
async function beginScouting({ context, views, feeds }: Parts, stops: (() => Promise<void>)[]): Promise<Intake> {
  const { log, documents, clock } = context;
  const [{ loadGazetteer }, { startScout }, { createIntake }, { startFeeds }] = await Promise.all([
    import('./scout/gazetteer.ts'),
    import('./scout/scout.ts'),
    import('./intake/intake.ts'),
    import('./scout/connectors/feeds.ts'),
  ]);
  const gazetteer = await loadGazetteer();
  const scout = await startScout({ ...context, views, gazetteer });
  stops.push(scout.stop);
  const intake = createIntake({ ...context, views, gazetteer });
  stops.push(intake.stop);
  const reading = await startFeeds(feeds, { intake, documents, clock, log });
  stops.push(reading.stop);
  return intake;
}

/** Has listings wait until there is an intake that is ready, but not for long, nor while a store is away. */
function waitingIntake(begun: Promise<Intake>): { intake: Intake; tellAway: () => void } {
  let atWork: Intake | null = null;
  let isAway = false;
  const ready = begun.then(async (intake) => {
    isAway = false;
    await intake.ready;
    atWork = intake;
  });
  ready.catch(() => undefined);
  const found = async (): Promise<Intake> => {
    if (atWork === null && !isAway) await Promise.race([ready, setTimeout(patience, null, { ref: false })]);
    if (atWork === null) throw new StoreUnavailable('The scout is not at work yet');
    return atWork;
  };
  return {
    intake: {
      take: async (...given) => (await found()).take(...given),
      ready,
      stop: () => Promise.resolve(),
    },
    tellAway: () => {
      isAway = true;
    },
  };
}
