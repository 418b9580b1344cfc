import { createHash } from 'node:crypto';
import type { Logger } from 'pino';
import { type Position, Rejected } from '#domain/shared/decider.ts';
import { user as users } from '#domain/user/decider.ts';
import type { Documents } from '#projections/store/port.ts';
import type { Handle } from '#server/platform/commands/handle.ts';
import type { Clock } from '#server/lib/clock.ts';
import { inTurn } from '#server/lib/in-turn.ts';
import type { Payment } from './stripe-events.ts';
import { membershipAfter, newSubscription, type Subscription, withPayment } from './subscription.ts';

const seenSpace = 'payment-events';
const space = 'subscriptions';
/** In ms. The provider repeats a delivery for some days at most. */
const rememberedFor = 90 * 24 * 60 * 60 * 1000;

export type PaymentDeps = {
  documents: Documents;
  handle: Handle;
  clock: Clock;
  caughtUp: (position: Position) => Promise<void>;
  log: Logger;
};

/** Handles payments, each once and one after the other, and updates memberships. */
export function paymentsOf(deps: PaymentDeps): (payment: Payment) => Promise<void> {
  const { documents, clock } = deps;
  const turn = inTurn();

  const take = async (payment: Payment) => {
    const id = digest(payment.eventId);
    if ((await documents.get(seenSpace, id)) !== null) return;
    await settle(deps, payment);
    await documents.put(seenSpace, { id }, clock().getTime() + rememberedFor);
  };
  return (payment) => turn('payments', () => take(payment));
}

/**
 * Sends the command before it stores the subscription, so that none records a change that did not happen; a repeated
 * command has no effect.
 */
async function settle(deps: PaymentDeps, payment: Payment): Promise<void> {
  const { documents, log } = deps;
  const key = await keyOf(documents, payment);
  if (key === null) return;
  const before = (await documents.get<Subscription>(space, key)) ?? newSubscription(key);
  const userId = payment.userId ?? (await userOf(documents, payment.customerId));
  const after = withPayment(before, { ...payment, userId });
  const status = membershipAfter(before, after, await othersPaid(documents, after));
  const isSettled = status === null || (await setMembership(deps, after.userId, status, payment.eventId));
  if (isSettled) await documents.put(space, after);
  else log.warn({ event: payment.eventId }, 'A payment names no user of ours: nothing is changed');
}

/** False where there is no such user. */
async function setMembership(
  { handle, clock, caughtUp }: PaymentDeps,
  userId: string | null,
  status: 'active' | 'unconfirmed',
  eventId: string,
): Promise<boolean> {
  if (userId === null) return false;
  const data = { userId, now: clock().toISOString() };
  const type = status === 'active' ? 'ActivateMembership' : 'DeactivateMembership';
  const sender = { actor: 'payments', commandId: `payment:${eventId}` };
  try {
    const { position } = await handle(users, `user-${userId}`, { type, data }, sender);
    await caughtUp(position);
    return true;
  } catch (error) {
    if (error instanceof Rejected && error.code === 'user-not-found') return false;
    throw error;
  }
}

/** A checkout without a subscription is stored under its customer, where later events of that customer find it. */
async function keyOf(documents: Documents, payment: Payment): Promise<string | null> {
  const { subscriptionId, customerId, sessionId, userId } = payment;
  if (subscriptionId === null) return customerId ?? sessionId ?? userId;
  if (customerId === null || (await documents.get(space, subscriptionId)) !== null) return subscriptionId;
  return (await documents.get(space, customerId)) === null ? subscriptionId : customerId;
}

/** The user of an event that names only the customer. */
async function userOf(documents: Documents, customerId: string | null): Promise<string | null> {
  if (customerId === null) return null;
  const known = await documents.findBy<Subscription>(space, 'customerId', customerId);
  return known.find(({ userId }) => userId !== null)?.userId ?? null;
}

async function othersPaid(documents: Documents, { id, userId }: Subscription): Promise<boolean> {
  if (userId === null) return false;
  const all = await documents.findBy<Subscription>(space, 'userId', userId);
  return all.some((other) => other.id !== id && other.standing === 'paid');
}

function digest(eventId: string): string {
  return createHash('sha256').update(eventId).digest('base64url');
}
