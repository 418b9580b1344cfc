import type { Decider } from '#domain/shared/decider.ts';
import type { SubscriptionEvent } from './events.ts';

export type SubscriptionCommand = { type: 'ReportPayment'; data: SubscriptionEvent['data'] };

/** A subscription as known from the reports. `at` is the time of the last one that was applied, in seconds. */
export type PaidSubscription = {
  userId: string | null;
  standing: 'unknown' | 'paid' | 'unpaid' | 'ended';
  at: number;
};

const standingByChange = { bought: 'paid', 'paid on': 'paid', unpaid: 'unpaid', ended: 'ended' } as const;

/** Stream `subscription-<hash>`: a report that says nothing new is not recorded. */
export const subscription: Decider<SubscriptionCommand, SubscriptionEvent, PaidSubscription> = {
  decide: ({ data }, state) => {
    const reported: SubscriptionEvent = { type: 'PaymentReported', data };
    const { userId, standing, at } = evolve(state, reported);
    const isNew = userId !== state.userId || standing !== state.standing || at !== state.at;
    return isNew ? [reported] : [];
  },
  evolve,
  initialState: { userId: null, standing: 'unknown', at: 0 },
};

/**
 * Reports arrive in any order: an older one still identifies the user, and changes nothing else. Of two in the same
 * second the later to arrive is applied, but nothing is applied after the end.
 */
function evolve(state: PaidSubscription, { data }: SubscriptionEvent): PaidSubscription {
  const { at, change } = data;
  const userId = state.userId ?? data.userId;
  const isLate = at < state.at || (at === state.at && state.standing === 'ended');
  return change === null || isLate ? { ...state, userId } : { userId, standing: standingByChange[change], at };
}

/** What the step from one state to the next means for the membership of the user; null for nothing. */
export function deriveMembership(before: PaidSubscription, after: PaidSubscription): 'active' | 'unconfirmed' | null {
  if (after.userId === null) return null;
  const wasPaid = before.standing === 'paid' && before.userId !== null;
  if (after.standing === 'paid') return wasPaid ? null : 'active';
  return wasPaid ? 'unconfirmed' : null;
}
