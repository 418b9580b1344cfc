/** What a report of the payment provider says: bought, renewed, permanently unpaid, or permanently ended. */
export type PaymentChange = 'bought' | 'paid on' | 'unpaid' | 'ended';

/**
 * Stream `subscription-<hash of its id at the payment provider>`. `at` is when it happened at the provider, in seconds
 * since 1970; `userId` is null where the payer is not known yet, `change` where only the payer becomes known.
 */
export type SubscriptionEvent = {
  type: 'PaymentReported';
  data: { at: number; change: PaymentChange | null; userId: string | null };
};
