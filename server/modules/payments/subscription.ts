import type { Payment } from './stripe-events.ts';

/** A subscription as known from events. `at` is the time of the last event that was applied, in seconds. */
export type PaymentSubscription = {
  id: string;
  userId: string | null;
  customerId: string | null;
  standing: 'unknown' | 'paid' | 'unpaid' | 'ended';
  at: number;
};

export function createSubscription(id: string): PaymentSubscription {
  return { id, userId: null, customerId: null, standing: 'unknown', at: 0 };
}

const standingByChange = { bought: 'paid', 'paid on': 'paid', unpaid: 'unpaid', ended: 'ended' } as const;

/**
 * The subscription after an event. Events arrive in any order: an older one still identifies the user, and changes
 * nothing else. Of two in the same second the later to arrive is applied, but nothing is applied after the end.
 */
export function updateSubscription(
  before: PaymentSubscription,
  { change, at, userId, customerId }: Payment,
): PaymentSubscription {
  const known = {
    ...before,
    userId: before.userId ?? userId,
    customerId: before.customerId ?? customerId,
  };
  const isLate = at < before.at || (at === before.at && before.standing === 'ended');
  return change === null || isLate ? known : { ...known, standing: standingByChange[change], at };
}

/**
 * The effect of the change on the user's membership; null for none. `othersPaid`: another subscription is still paid.
 */
export function deriveMembership(
  before: PaymentSubscription,
  after: PaymentSubscription,
  othersPaid: boolean,
): 'active' | 'unconfirmed' | null {
  if (after.userId === null) return null;
  const wasPaid = before.standing === 'paid' && before.userId !== null;
  if (after.standing === 'paid') return wasPaid ? null : 'active';
  return wasPaid && !othersPaid ? 'unconfirmed' : null;
}
