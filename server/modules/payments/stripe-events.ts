import * as z from 'zod';

/** What a payment event says, in our words. `at` is when it happened at the provider, in seconds. */
export type Payment = {
  eventId: string;
  at: number;
  /** Whom the checkout was opened for, where the event says so. */
  userId: string | null;
  subscriptionId: string | null;
  customerId: string | null;
  sessionId: string | null;
  /** What it means for the subscription: bought, paid on, unpaid for good, or ended and never to come back. */
  news: 'bought' | 'paid on' | 'unpaid' | 'ended' | null;
};

/** An id, or the whole object where the provider was asked to expand it. */
const reference = z
  .union([z.string().max(255), z.object({ id: z.string().max(255) }).transform(({ id }) => id)])
  .nullish()
  .transform((id) => id ?? null);
const id = z.string().min(1).max(255);

const checkoutSession = z.object({
  id: reference,
  client_reference_id: z.string().max(200).nullish(),
  customer: reference,
  subscription: reference,
  payment_status: z.string().nullish(),
});
const subscription = z.object({ id, customer: reference, status: z.string().nullish() });
const invoice = z.object({
  customer: reference,
  subscription: reference,
  parent: z.object({ subscription_details: z.object({ subscription: reference }).nullish() }).nullish(),
  next_payment_attempt: z.number().nullish(),
});
const envelope = z.object({
  id,
  type: z.string().min(1).max(255),
  created: z.int().min(0),
  data: z.object({ object: z.record(z.string(), z.unknown()) }),
});

type Said = Omit<Payment, 'eventId' | 'at'>;
const silent: Said = { userId: null, subscriptionId: null, customerId: null, sessionId: null, news: null };

const ofCheckout = (object: unknown): Said => {
  const session = checkoutSession.parse(object);
  const isPaid = session.payment_status === 'paid' || session.payment_status === 'no_payment_required';
  return {
    userId: session.client_reference_id ?? null,
    subscriptionId: session.subscription,
    customerId: session.customer,
    sessionId: session.id,
    news: isPaid ? 'bought' : null,
  };
};

const ofSubscription = (object: unknown, news: (status: string) => Payment['news']): Said => {
  const { id: subscriptionId, customer: customerId, status } = subscription.parse(object);
  return { ...silent, subscriptionId, customerId, news: news(status ?? '') };
};

const ofInvoice = (object: unknown, news: (isFinal: boolean) => Payment['news']): Said => {
  const { customer: customerId, next_payment_attempt: next, ...said } = invoice.parse(object);
  const subscriptionId = said.subscription ?? said.parent?.subscription_details?.subscription ?? null;
  return {
    ...silent,
    subscriptionId,
    customerId,
    news: subscriptionId === null ? null : news((next ?? null) === null),
  };
};

const standings = new Map<string, Payment['news']>([
  ['active', 'paid on'],
  ['trialing', 'paid on'],
  ['unpaid', 'unpaid'],
  ['canceled', 'ended'],
  ['incomplete_expired', 'ended'],
]);

const readers = new Map<string, (object: unknown) => Said>([
  ['checkout.session.completed', ofCheckout],
  ['checkout.session.async_payment_succeeded', ofCheckout],
  ['customer.subscription.updated', (object) => ofSubscription(object, (status) => standings.get(status) ?? null)],
  ['customer.subscription.deleted', (object) => ofSubscription(object, () => 'ended')],
  ['invoice.paid', (object) => ofInvoice(object, () => 'paid on')],
  ['invoice.payment_failed', (object) => ofInvoice(object, (isFinal) => (isFinal ? 'unpaid' : null))],
]);

/** Reads a provider's event; null for one that says nothing of memberships. Throws ZodError. */
export function readPayment(event: unknown): Payment | null {
  const { id: eventId, type, created: at, data } = envelope.parse(event);
  const said = readers.get(type)?.(data.object);
  return said === undefined ? null : { eventId, at, ...said };
}
