import { createHash } from 'node:crypto';
import type { Logger } from 'pino';
import { Rejected } from '#domain/decider.ts';
import { user as users } from '#domain/user/decider.ts';
import type { Documents } from '#projections/store/port.ts';
import type { Context } from '../context.ts';
import { inTurn } from '../intake/in-turn.ts';
import type { Payment } from './stripe-events.ts';
import { membershipAfter, newSubscription, type Subscription, withPayment } from './subscription.ts';

const seenSpace = 'payment-events';
const space = 'subscriptions';
/** The provider tries again for days at most. */
const rememberedFor = 90 * 24 * 60 * 60 * 1000;

type Parts = Pick<Context, 'documents' | 'handle' | 'clock' | 'caughtUp'> & { log: Logger };

/** Takes payments in, each once and one after the other, and lets memberships follow them. */
export function paymentsOf(parts: Parts): (payment: Payment) => Promise<void> {
  const { documents, clock } = parts;
  const turn = inTurn();

  const take = async (payment: Payment) => {
    const id = digest(payment.eventId);
    if ((await documents.get(seenSpace, id)) !== null) return;
    await settle(parts, payment);
    await documents.put(seenSpace, { id }, clock().getTime() + rememberedFor);
  };
  return (payment) => turn('payments', () => take(payment));
}

/** The command first: what is kept then never claims a change that did not happen, and a repeated command is one. */
async function settle({ documents, handle, clock, caughtUp, log }: Parts, payment: Payment): Promise<void> {
  const key = payment.subscriptionId ?? payment.customerId ?? payment.sessionId;
  if (key === null) return;
  const before = (await documents.get<Subscription>(space, key)) ?? newSubscription(key);
  const userId = payment.userId ?? (await userOf(documents, payment.customerId));
  const after = withPayment(before, { ...payment, userId });
  const status = membershipAfter(before, after, await othersPaid(documents, after));
  if (status !== null && after.userId !== null) {
    const data = { userId: after.userId, now: clock().toISOString() };
    const type = status === 'active' ? 'ActivateMembership' : 'DeactivateMembership';
    const sender = { actor: 'payments', commandId: `payment:${payment.eventId}` };
    try {
      const { position } = await handle(users, `user-${after.userId}`, { type, data }, sender);
      await caughtUp(position);
    } catch (error) {
      if (!(error instanceof Rejected && error.code === 'user-not-found')) throw error;
      log.warn({ event: payment.eventId }, 'A payment names no user of ours: nothing is changed');
      return;
    }
  }
  await documents.put(space, after);
}

/** Whose an event is that names only the customer. */
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
