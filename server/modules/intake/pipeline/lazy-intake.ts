import { StoreUnavailable, type ViewStore } from '#projections/store/port.ts';
import type { Config } from '#server/platform/config/config.ts';
import type { DocumentDeps, Platform } from '#server/platform/modules/platform.ts';
import { startWithRetry } from '#server/platform/subscriptions/start-with-retry.ts';
import { withTimeout } from '#server/lib/delay.ts';
import { loadGazetteer } from '#server/modules/geo/index.ts';
import type { LoadedWeights } from '../judging/weights.ts';
import type { Intake, ReportItems } from './intake.ts';
import type { SourcePolicy } from './source-policy.ts';

/** In ms: how long a listing waits until listings can be taken. */
const readyTimeoutMs = 10_000;

type LazyIntakeDeps = DocumentDeps &
  Pick<Platform, 'events' | 'handle' | 'isShared' | 'viewsReady' | 'waitForProjections'> & {
    config: Pick<Config, 'model'>;
    views: ViewStore;
    policy: Pick<SourcePolicy, 'apply'>;
    report: ReportItems;
    weights: Pick<LoadedWeights, 'values'>;
  };
/** `begin` is called in a process that takes listings. */
type LazyIntake = { intake: Intake; begin: () => void; stop: () => Promise<void> };

/**
 * The intake, with the policy of each source. It becomes ready some time after the server answers: the gazetteer is
 * loaded and the views are built first.
 */
export function createLazyIntake(deps: LazyIntakeDeps): LazyIntake {
  const { config, log, policy } = deps;
  const begun = Promise.withResolvers<Intake>();
  const { intake, markUnavailable } = createDeferredIntake(begun.promise, policy);
  const stops: (() => Promise<void>)[] = [];

  const begin = () => {
    const later = startWithRetry({
      what: 'the listing intake',
      log,
      onUnavailable: markUnavailable,
      begin: async (ownStops) => {
        const [{ createIntake }, { createJudgeApart }, { createLlmClassifier }] = await Promise.all([
          import('./intake.ts'),
          import('../judging/judge.ts'),
          import('../llm-classifier/llm-classifier.ts'),
        ]);
        const gazetteer = await loadGazetteer();
        const { model } = config;
        const askOpinion = model && createLlmClassifier({ ...deps, model });
        const judge = createJudgeApart(deps.weights.values);
        const intake = createIntake({ ...deps, gazetteer, askOpinion, judge });
        ownStops.push(intake.stop);
        return intake;
      },
    });
    stops.push(later.stop);
    later.started.then(begun.resolve, begun.reject);
  };
  return {
    intake,
    begin,
    stop: async () => {
      for (const stop of stops) await stop();
    },
  };
}

/** Makes listings wait until an intake is ready: 10 s at most, and not while a store is unavailable. */
function createDeferredIntake(
  begun: Promise<Intake>,
  policy: LazyIntakeDeps['policy'],
): { intake: Intake; markUnavailable: () => void } {
  let readyIntake: Intake | null = null;
  let isUnavailable = false;
  const ready = begun.then(async (intake) => {
    isUnavailable = false;
    await intake.ready;
    readyIntake = intake;
  });
  ready.catch(() => undefined);
  const getIntake = async (): Promise<Intake> => {
    if (readyIntake === null && !isUnavailable) await withTimeout(ready, readyTimeoutMs, () => undefined);
    if (readyIntake === null) throw new StoreUnavailable('Listings cannot be taken yet');
    return readyIntake;
  };
  return {
    intake: {
      take: (source, items, sender, holdReason) =>
        policy.apply({ source, sender, itemCount: items.length }, async () =>
          (await getIntake()).take(source, items, sender, holdReason),
        ),
      admit: async (...args) => (await getIntake()).admit(...args),
      preview: async (...args) => (await getIntake()).preview(...args),
      ready,
      stop: () => Promise.resolve(),
    },
    markUnavailable: () => {
      isUnavailable = true;
    },
  };
}
