import { channelNames, toQueueRecord } from '#domain/alert/channels.contract.ts';
import type { WeightsInUse } from '#domain/correction/contract.ts';
import type { OpinionState, ScoutView } from '#domain/source/contract.ts';
import { countReviewItems } from '#projections/review.ts';
import type { ViewReader } from '#projections/store/port.ts';
import { findSourceStates } from '#projections/sources.ts';
import type { Config } from '#server/platform/config/config.ts';
import { countDeadLetters, countPendingDigests } from '#server/modules/alerts/index.ts';
import type { ViewDeps } from '#server/platform/modules/platform.ts';
import { countUnsentItems } from '#server/platform/outbox/item-counts.ts';
import { getBreakerOpenSince, countCallsToday } from '#server/modules/intake/index.ts';
import { hourMs, readLatency } from './latency-histogram.ts';

export type ScoutStatusDeps = ViewDeps & {
  config: Pick<Config, 'model'>;
  weights: WeightsInUse;
};

/** The state of the scout apart from its sources. */
export async function readScoutStatus(deps: ScoutStatusDeps): Promise<ScoutView> {
  const { views, documents, clock, weights } = deps;
  const { used, heldOut } = weights;
  const [queues, latency, deadLetters, opinion, alarms] = await Promise.all([
    readQueueLengths(deps),
    readLatency(documents, clock, hourMs),
    countDeadLetters(deps),
    readOpinion(deps),
    listAlarms(views),
  ]);
  return { queues, latency, deadLetters, weights: { used, heldOut }, opinion, alarms };
}

/** The current outages of sources that are not paused. */
export async function listAlarms(views: ViewReader): Promise<ScoutView['alarms']> {
  return [...(await findSourceStates(views)).values()].flatMap(({ id: sourceId, alarm, paused }) => {
    return alarm && !paused ? [{ sourceId, at: alarm.at, trouble: alarm.trouble, problem: alarm.problem }] : [];
  });
}

async function readQueueLengths({
  views,
  documents,
}: Pick<ScoutStatusDeps, 'views' | 'documents'>): Promise<ScoutView['queues']> {
  const [messages, digests, review] = await Promise.all([
    Promise.all(channelNames.map((name) => countUnsentItems(documents, name))),
    countPendingDigests(documents),
    countReviewItems(views),
  ]);
  return { ...toQueueRecord(messages), digests, review };
}

async function readOpinion({
  config: { model },
  documents,
  clock,
}: Omit<ScoutStatusDeps, 'views'>): Promise<ScoutView['opinion']> {
  if (model === null) return { state: 'off', callsToday: 0, dailyCalls: null };
  const [open, calls] = await Promise.all([getBreakerOpenSince(documents), countCallsToday(documents, clock)]);
  return {
    state: toOpinionState(open !== null, calls >= model.dailyCalls),
    callsToday: calls,
    dailyCalls: model.dailyCalls,
  };
}

function toOpinionState(isOpen: boolean, isSpent: boolean): OpinionState {
  if (isOpen) return 'unreachable';
  return isSpent ? 'budget spent' : 'on';
}
