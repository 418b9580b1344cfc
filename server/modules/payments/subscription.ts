import type { Payment } from './stripe-events.ts';

/** A subscription as far as events told. `at` is the time of the last that counted, in seconds. */
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
 * The subscription after an event. Events come in any order: an older one still tells whose it is, and nothing more.
 * Of two at the same second the later to come counts, but nothing comes after the end.
 */
export function updateSubscription(
  before: PaymentSubscription,
  { news, at, userId, customerId }: Payment,
): PaymentSubscription {
  const known = {
    ...before,
    userId: before.userId ?? userId,
    customerId: before.customerId ?? customerId,
  };
  const isLate = at < before.at || (at === before.at && before.standing === 'ended');
  return news === null || isLate ? known : { ...known, standing: standingByChange[news], at };
}

/** What the change means for its user's membership; null for nothing. `othersPaid`: another subscription still is. */
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
