import type { OpinionState, ScoutView } from '#domain/source/contract.ts';
import { countWaiting } from '#projections/review.ts';
import { sourceStates } from '#projections/sources.ts';
import type { Documents, ViewReader } from '#projections/store/port.ts';
import type { Config } from '#server/platform/config/config.ts';
import { countDeadLetters, outboxSpace, waitingForDigests, waitingPushes } from '#server/modules/alerts/index.ts';
import type { Clock } from '#server/lib/clock.ts';
import { breakerOpenSince, callsToday } from '#server/modules/intake/index.ts';
import { latencyOf } from './latency-figures.ts';

export type ScoutStatusDeps = {
  config: Pick<Config, 'model'>;
  views: ViewReader;
  documents: Documents;
  clock: Clock;
};

/** The state of the scout apart from its sources. */
export async function scoutStatus(deps: ScoutStatusDeps): Promise<ScoutView> {
  const { views, documents, clock } = deps;
  const [queues, latency, deadLetters, opinion, states] = await Promise.all([
    queueLengths(deps),
    latencyOf(documents, clock),
    countDeadLetters(deps),
    opinionOf(deps),
    sourceStates(views),
  ]);
  const alarms = [...states.values()].flatMap(({ id: sourceId, alarm, paused }) => {
    return alarm && !paused ? [{ sourceId, at: alarm.at, trouble: alarm.trouble, problem: alarm.problem }] : [];
  });
  return { queues, latency, deadLetters, opinion, alarms };
}

async function queueLengths({
  views,
  documents,
}: Pick<ScoutStatusDeps, 'views' | 'documents'>): Promise<ScoutView['queues']> {
  const [mails, pushes, digests, review] = await Promise.all([
    documents.countBy(outboxSpace, 'state', 'waiting'),
    waitingPushes(documents),
    waitingForDigests(documents),
    countWaiting(views),
  ]);
  return { mails, pushes, digests, review };
}

async function opinionOf({
  config: { model },
  documents,
  clock,
}: Omit<ScoutStatusDeps, 'views'>): Promise<ScoutView['opinion']> {
  if (model === null) return { state: 'off', callsToday: 0, dailyCalls: null };
  const [open, calls] = await Promise.all([breakerOpenSince(documents), callsToday(documents, clock)]);
  return {
    state: opinionState(open !== null, calls >= model.dailyCalls),
    callsToday: calls,
    dailyCalls: model.dailyCalls,
  };
}

function opinionState(isOpen: boolean, isSpent: boolean): OpinionState {
  if (isOpen) return 'unreachable';
  return isSpent ? 'budget spent' : 'on';
}
