import type { OpinionState, ScoutView } from '#domain/source/contract.ts';
import { countWaiting } from '#projections/review.ts';
import { sourceStates } from '#projections/sources.ts';
import type { Context } from '../../context.ts';
import { countDeadLetters } from '../../dead-letters/letters.ts';
import { outboxSpace } from '../../mail/mail.ts';
import { callsToday } from '../opinion/budget.ts';
import { breakerOpenSince } from '../opinion/state.ts';
import { latencyOf } from './latency-figures.ts';

type Parts = Pick<Context, 'config' | 'views' | 'documents' | 'clock'>;

/** How the scout does, besides its sources. */
export async function scoutStatus(parts: Parts): Promise<ScoutView> {
  const { views, documents, clock } = parts;
  const [queues, latency, deadLetters, opinion, states] = await Promise.all([
    queueLengths(parts),
    latencyOf(documents, clock),
    countDeadLetters(parts),
    opinionOf(parts),
    sourceStates(views),
  ]);
  const alarms = [...states.values()].flatMap(({ id: sourceId, alarm, paused }) => {
    return alarm && !paused ? [{ sourceId, at: alarm.at, trouble: alarm.trouble, problem: alarm.problem }] : [];
  });
  return { queues, latency, deadLetters, opinion, alarms };
}

async function queueLengths({ views, documents }: Parts): Promise<ScoutView['queues']> {
  const [{ waitingPushes }, { waitingForDigests }] = await Promise.all([
    import('../../push/outbox.ts'),
    import('../digests.ts'),
  ]);
  const [mails, pushes, digests, review] = await Promise.all([
    documents.countBy(outboxSpace, 'state', 'waiting'),
    waitingPushes(documents),
    waitingForDigests(documents),
    countWaiting(views),
  ]);
  return { mails, pushes, digests, review };
}

async function opinionOf({ config: { model }, documents, clock }: Parts): Promise<ScoutView['opinion']> {
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
