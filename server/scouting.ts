import type { ViewStore } from '#projections/store/port.ts';
import type { Context } from './context.ts';
import type { Intake } from './intake/intake.ts';
import type { Feed } from './scout/connectors/config.ts';

/** The scout and the intake behind it. */
export type Scouting = {
  /** Takes listings as soon as the scout is at work; until then they wait. */
  intake: Intake;
  begin: () => void;
  stop: () => Promise<void>;
};
type Parts = { context: Context; views: ViewStore; feeds: Feed[] };

/** At work some time after the server answers: maps and members take their time to load. */
export function openScouting({ context, views, feeds }: Parts): Scouting {
  const { log, documents, clock, passes } = context;
  const begun = Promise.withResolvers<Intake>();
  const stops: (() => Promise<void>)[] = [];

  const begin = async () => {
    const [{ loadGazetteer }, { startScout }, { createIntake }, { startFeeds }, { startPush }] = await Promise.all([
      import('./scout/gazetteer.ts'),
      import('./scout/scout.ts'),
      import('./intake/intake.ts'),
      import('./scout/connectors/feeds.ts'),
      import('./push/push.ts'),
    ]);
    const gazetteer = await loadGazetteer();
    stops.push((await startPush(context)).stop);
    const scout = await startScout({ ...context, views, gazetteer });
    stops.push(scout.stop);
    const intake = createIntake({ ...context, views, gazetteer });
    stops.push(intake.stop);
    const passed = ({ states }: Feed) => passes.note(states ?? null);
    const reading = await startFeeds(feeds, { intake, documents, clock, log, passed });
    stops.push(reading.stop);
    return intake;
  };

  let beginning: Promise<unknown> = Promise.resolve();
  const ready = begun.promise.then((intake) => intake.ready);
  ready.catch((error: unknown) => log.fatal({ err: error }, 'The scout did not start: no listing can be taken'));

  return {
    intake: {
      take: async (...given) => {
        const result = await (await begun.promise).take(...given);
        passes.note(null);
        return result;
      },
      ready,
      stop: () => Promise.resolve(),
    },
    begin: () => {
      beginning = begin().then(begun.resolve, begun.reject);
    },
    stop: async () => {
      await beginning;
      for (const stop of stops.toReversed()) await stop();
    },
  };
}
