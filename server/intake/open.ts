import { setTimeout } from 'node:timers/promises';
import { StoreUnavailable, type ViewStore } from '#projections/store/port.ts';
import { beginLater } from '../time/begin-later.ts';
import type { Context } from '../context.ts';
import { beginAtHead } from '../scout/cursor.ts';
import type { Intake } from './intake.ts';

/** In ms: how long a listing waits until listings can be taken. */
const patience = 10_000;

type Parts = { context: Context; views: ViewStore; isShared: boolean };
/** `begin` is called where listings come in. */
type Opened = { intake: Intake; begin: () => void; stop: () => Promise<void> };

/** The intake, at work some time after the server answers: maps and known listings take their time to load. */
export function openIntake({ context, views, isShared }: Parts): Opened {
  const { log, documents, events } = context;
  const begun = Promise.withResolvers<Intake>();
  const { intake, tellAway } = waiting(begun.promise);
  const stops: (() => Promise<void>)[] = [];

  const begin = () => {
    const later = beginLater({
      what: 'The intake of listings',
      log,
      onAway: tellAway,
      begin: async (opened) => {
        const [{ loadGazetteer }, { createIntake }, { openOpinions }] = await Promise.all([
          import('../scout/gazetteer.ts'),
          import('./intake.ts'),
          import('../scout/opinion/ask.ts'),
        ]);
        const gazetteer = await loadGazetteer();
        // From the first listing on, whenever a scout begins.
        await beginAtHead(documents, events);
        const { model } = context.config;
        const askOpinion = model && openOpinions({ ...context, model });
        const made = createIntake({ ...context, views, gazetteer, isShared, askOpinion });
        opened.push(made.stop);
        return made;
      },
    });
    stops.push(later.stop);
    later.begun.then(begun.resolve, begun.reject);
  };
  return {
    intake,
    begin,
    stop: async () => {
      for (const stop of stops) await stop();
    },
  };
}

/** Has listings wait until there is an intake that is ready, but not for long, nor while a store is away. */
function waiting(begun: Promise<Intake>): { intake: Intake; tellAway: () => void } {
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
    if (atWork === null) throw new StoreUnavailable('Listings cannot be taken yet');
    return atWork;
  };
  return {
    intake: {
      take: async (...given) => (await found()).take(...given),
      admit: async (...given) => (await found()).admit(...given),
      originalOf: async (...given) => (await found()).originalOf(...given),
      ready,
      stop: () => Promise.resolve(),
    },
    tellAway: () => {
      isAway = true;
    },
  };
}
