import { randomUUID } from 'node:crypto';

/** An event of the payment provider, created now unless a time is given. */
export type PaymentEvent = { id?: string; type: string; created?: number; object: Record<string, unknown> };

export const unixSeconds = () => Math.floor(Date.now() / 1000);

export const serializeEvent = ({ id = `evt_${randomUUID()}`, type, created = unixSeconds(), object }: PaymentEvent) =>
  JSON.stringify({ id, object: 'event', type, created, data: { object } });

/** The provider's events about one user's payments, with unique ids. */
export function createPaymentEvents(userId: string) {
  const [subscription, customer] = [`sub_${randomUUID()}`, `cus_${randomUUID()}`];
  const bought = (changes: object = {}, rest: Partial<PaymentEvent> = {}): PaymentEvent => ({
    type: 'checkout.session.completed',
    object: { id: 'cs_1', client_reference_id: userId, customer, subscription, payment_status: 'paid', ...changes },
    ...rest,
  });
  const ended = (rest: Partial<PaymentEvent> = {}): PaymentEvent => ({
    type: 'customer.subscription.deleted',
    object: { id: subscription, customer, status: 'canceled' },
    ...rest,
  });
  const became = (status: string, rest: Partial<PaymentEvent> = {}): PaymentEvent => ({
    type: 'customer.subscription.updated',
    object: { id: subscription, customer, status },
    ...rest,
  });
  const failed = (next: number | null, rest: Partial<PaymentEvent> = {}): PaymentEvent => ({
    type: 'invoice.payment_failed',
    object: { id: 'in_1', customer, subscription, next_payment_attempt: next },
    ...rest,
  });
  return { subscription, customer, bought, ended, became, failed };
}
