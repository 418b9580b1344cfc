import { describe, expect, it } from 'vitest';
import { given } from '#domain/shared/testing/decider-spec.ts';
import { deriveMembership, type PaidSubscription, subscription } from './decider.ts';
import type { PaymentChange, SubscriptionEvent } from './events.ts';

const reported = (at: number, change: PaymentChange | null, userId: string | null = 'ann'): SubscriptionEvent => ({
  type: 'PaymentReported',
  data: { at, change, userId },
});
const report = (...args: Parameters<typeof reported>) => ({
  type: 'ReportPayment' as const,
  data: reported(...args).data,
});
const fold = (...events: SubscriptionEvent[]) => events.reduce(subscription.evolve, subscription.initialState);

describe('A report of a payment', () => {
  it('A report of a payment is recorded where it says something new', () => {
    given(subscription, [])
      .when(report(1, 'bought'))
      .then([reported(1, 'bought')]);
    given(subscription, [reported(1, 'paid on', null)])
      .when(report(1, null))
      .then([reported(1, null)]);
  });

  it('A report of a payment is not recorded where it is late and names no new user', () => {
    given(subscription, [reported(5, 'ended')])
      .when(report(4, 'bought'))
      .then([]);
    given(subscription, [reported(5, 'ended')])
      .when(report(5, 'paid on'))
      .then([]);
  });

  it('A report of a payment that is older still names the user', () => {
    expect(fold(reported(5, 'paid on', null), reported(4, 'bought'))).toEqual({
      userId: 'ann',
      standing: 'paid',
      at: 5,
    });
  });
});

it('A membership follows the steps between paid and not paid of a known user', () => {
  const state = (standing: PaidSubscription['standing'], userId: string | null = 'ann') => ({
    userId,
    standing,
    at: 1,
  });
  expect(deriveMembership(state('unknown'), state('paid'))).toBe('active');
  expect(deriveMembership(state('paid', null), state('paid'))).toBe('active');
  expect(deriveMembership(state('paid'), state('paid'))).toBeNull();
  expect(deriveMembership(state('paid'), state('ended'))).toBe('unconfirmed');
  expect(deriveMembership(state('unpaid'), state('ended'))).toBeNull();
  expect(deriveMembership(state('unknown', null), state('paid', null))).toBeNull();
});
