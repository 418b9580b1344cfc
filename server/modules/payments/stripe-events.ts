import * as z from 'zod';
import type { PaymentChange } from '#domain/subscription/events.ts';

/** A payment event in our own terms. `at` is when it happened at the provider, in seconds. */
export type Payment = {
  eventId: string;
  at: number;
  /** The user that the checkout was opened for, where the event contains it. */
  userId: string | null;
  subscriptionId: string | null;
  customerId: string | null;
  sessionId: string | null;
  /** Its effect on the subscription; null for none. */
  change: PaymentChange | null;
};

/** A text that can be stored and sent: it has no unpaired surrogate. */
const text = z.string().refine((value) => value.isWellFormed());
/** An id, or the whole object where the provider expands it. */
const reference = z
  .union([text.max(255), z.object({ id: text.max(255) }).transform(({ id }) => id)])
  .nullish()
  .transform((id) => id ?? null);
const id = text.min(1).max(255);

const checkoutSession = z.object({
  id: reference,
  client_reference_id: text.max(200).nullish(),
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

type ParsedPayment = Omit<Payment, 'eventId' | 'at'>;
const emptyPayment: ParsedPayment = {
  userId: null,
  subscriptionId: null,
  customerId: null,
  sessionId: null,
  change: null,
};

const readCheckout = (object: unknown): ParsedPayment => {
  const session = checkoutSession.parse(object);
  const isPaid = session.payment_status === 'paid' || session.payment_status === 'no_payment_required';
  return {
    userId: session.client_reference_id ?? null,
    subscriptionId: session.subscription,
    customerId: session.customer,
    sessionId: session.id,
    change: isPaid ? 'bought' : null,
  };
};

const readSubscription = (object: unknown, news: (status: string) => Payment['change']): ParsedPayment => {
  const { id: subscriptionId, customer: customerId, status } = subscription.parse(object);
  return { ...emptyPayment, subscriptionId, customerId, change: news(status ?? '') };
};

const readInvoice = (object: unknown, news: (isFinal: boolean) => Payment['change']): ParsedPayment => {
  const { customer: customerId, next_payment_attempt: next, ...invoiceFields } = invoice.parse(object);
  const subscriptionId = invoiceFields.subscription ?? invoiceFields.parent?.subscription_details?.subscription ?? null;
  return {
    ...emptyPayment,
    subscriptionId,
    customerId,
    change: subscriptionId === null ? null : news((next ?? null) === null),
  };
};

const changeByStatus = new Map<string, Payment['change']>([
  ['active', 'paid on'],
  ['trialing', 'paid on'],
  ['unpaid', 'unpaid'],
  ['canceled', 'ended'],
  ['incomplete_expired', 'ended'],
]);

const eventReaders = new Map<string, (object: unknown) => ParsedPayment>([
  ['checkout.session.completed', readCheckout],
  ['checkout.session.async_payment_succeeded', readCheckout],
  [
    'customer.subscription.updated',
    (object) => readSubscription(object, (status) => changeByStatus.get(status) ?? null),
  ],
  ['customer.subscription.deleted', (object) => readSubscription(object, () => 'ended')],
  ['invoice.paid', (object) => readInvoice(object, () => 'paid on')],
  ['invoice.payment_failed', (object) => readInvoice(object, (isFinal) => (isFinal ? 'unpaid' : null))],
]);

/** Reads a provider's event; null for one that does not concern memberships. Throws ZodError. */
export function parsePaymentEvent(event: unknown): Payment | null {
  const { id: eventId, type, created: at, data } = envelope.parse(event);
  const report = eventReaders.get(type)?.(data.object);
  return report === undefined ? null : { eventId, at, ...report };
}
