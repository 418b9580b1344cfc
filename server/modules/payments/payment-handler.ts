import { createHash } from 'node:crypto';
import type { Logger } from 'pino';
import { userStream } from '#domain/event-catalog/streams.ts';
import { Rejected } from '#domain/shared/decider.ts';
import { user as users } from '#domain/user/decider.ts';
import type { Documents } from '#projections/store/port.ts';
import type { CommandDeps } from '#server/platform/commands/command-handler.ts';
import type { Clock } from '#server/lib/clock.ts';
import { createKeyedMutex } from '#server/lib/keyed-mutex.ts';
import type { Payment } from './stripe-events.ts';
import { deriveMembership, createSubscription, type PaymentSubscription, updateSubscription } from './subscription.ts';
import { documentSpaces } from '#server/platform/documents/document-spaces.ts';

const processedSpace = documentSpaces.paymentEvents;
const subscriptionsSpace = documentSpaces.paymentSubscriptions;
/** In ms. The provider repeats a delivery for a few days at most. */
const processedTtlMs = 90 * 24 * 60 * 60 * 1000;

export type PaymentDeps = CommandDeps & {
  documents: Documents;
  clock: Clock;
  log: Logger;
};

/** Handles payments one after the other, each once, and updates memberships. */
export function createPaymentHandler(deps: PaymentDeps): (payment: Payment) => Promise<void> {
  const { documents, clock } = deps;
  const mutex = createKeyedMutex();

  const handlePayment = async (payment: Payment) => {
    const id = hashEventId(payment.eventId);
    if ((await documents.get(processedSpace, id)) !== null) return;
    await applyPayment(deps, payment);
    await documents.put(processedSpace, { id }, clock().getTime() + processedTtlMs);
  };
  return (payment) => mutex('payments', () => handlePayment(payment));
}

/**
 * Sends the command before it stores the subscription, so that none records a change that did not happen; a repeated
 * command has no effect.
 */
async function applyPayment(deps: PaymentDeps, payment: Payment): Promise<void> {
  const { documents, log } = deps;
  const key = await findSubscriptionKey(documents, payment);
  if (key === null) return;
  const before = (await documents.get<PaymentSubscription>(subscriptionsSpace, key)) ?? createSubscription(key);
  const userId = payment.userId ?? (await findUserOfCustomer(documents, payment.customerId));
  const after = updateSubscription(before, { ...payment, userId });
  const status = deriveMembership(before, after, await hasOtherPaid(documents, after));
  const isApplied = status === null || (await setMembership(deps, after.userId, status, payment.eventId));
  if (isApplied) await documents.put(subscriptionsSpace, after);
  else log.warn({ event: payment.eventId }, 'Payment references an unknown user; ignored');
}

/** False if there is no such user. */
async function setMembership(
  { handle, clock, waitForProjections }: PaymentDeps,
  userId: string | null,
  status: 'active' | 'unconfirmed',
  eventId: string,
): Promise<boolean> {
  if (userId === null) return false;
  const data = { userId, now: clock().toISOString() };
  const type = status === 'active' ? 'ActivateMembership' : 'DeactivateMembership';
  const sender = { actor: 'payments', commandId: `payment:${eventId}` };
  try {
    const { position } = await handle(users, userStream(userId), { type, data }, sender);
    await waitForProjections(position);
    return true;
  } catch (error) {
    if (error instanceof Rejected && error.code === 'user-not-found') return false;
    throw error;
  }
}

/** A checkout without a subscription is stored under its customer, where later events of that customer find it. */
async function findSubscriptionKey(documents: Documents, payment: Payment): Promise<string | null> {
  const { subscriptionId, customerId, sessionId, userId } = payment;
  if (subscriptionId === null) return customerId ?? sessionId ?? userId;
  if (customerId === null || (await documents.get(subscriptionsSpace, subscriptionId)) !== null) return subscriptionId;
  return (await documents.get(subscriptionsSpace, customerId)) === null ? subscriptionId : customerId;
}

/** The user of an event that names only the customer. */
async function findUserOfCustomer(documents: Documents, customerId: string | null): Promise<string | null> {
  if (customerId === null) return null;
  const known = await documents.findBy<PaymentSubscription>(subscriptionsSpace, 'customerId', customerId);
  return known.find(({ userId }) => userId !== null)?.userId ?? null;
}

async function hasOtherPaid(documents: Documents, { id, userId }: PaymentSubscription): Promise<boolean> {
  if (userId === null) return false;
  const all = await documents.findBy<PaymentSubscription>(subscriptionsSpace, 'userId', userId);
  return all.some((other) => other.id !== id && other.standing === 'paid');
}

function hashEventId(eventId: string): string {
  return createHash('sha256').update(eventId).digest('base64url');
}
