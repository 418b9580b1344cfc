import { hash } from 'node:crypto';
import { subscriptionStream, userStream } from '#domain/event-catalog/streams.ts';
import { type Recorded, Rejected, type StreamName } from '#domain/shared/decider.ts';
import { deriveMembership, type PaidSubscription, subscription } from '#domain/subscription/decider.ts';
import type { SubscriptionEvent } from '#domain/subscription/events.ts';
import { user as users } from '#domain/user/decider.ts';
import type { CommandDeps, CommandMetadata } from '#server/platform/commands/command-handler.ts';
import { documentSpaces } from '#projections/store/document-spaces.ts';
import type { EventStore } from '#server/platform/event-store/port.ts';
import { createKeyedMutex } from '#server/lib/keyed-mutex.ts';
import { findCurrentUser } from '#server/modules/users/index.ts';
import type { DocumentDeps, Platform } from '#server/platform/modules/platform.ts';
import type { Payment } from './stripe-events.ts';
import { createSubscriptionIndex } from './subscription-index.ts';

const processedSpace = documentSpaces.paymentEvents;
/** In ms. The provider repeats a delivery for a few days at most. */
const processedTtlMs = 90 * 24 * 60 * 60 * 1000;

export type PaymentDeps = CommandDeps &
  DocumentDeps &
  Pick<Platform, 'views'> & {
    events: Pick<EventStore, 'read'>;
  };

/** Handles reports of payments, in this process one after the other, each once, and updates memberships. */
export function createPaymentHandler(deps: PaymentDeps): (payment: Payment) => Promise<void> {
  const { documents, clock, handle } = deps;
  const paymentMutex = createKeyedMutex();
  const index = createSubscriptionIndex(documents);

  /** Null for a user who does not exist. */
  const findPayer = async ({ userId, customerId, eventId }: Payment): Promise<string | null> => {
    const named = userId ?? (await index.findUserOfCustomer(customerId));
    if (named === null || (await findCurrentUser(deps, named)) !== null) return named;
    deps.log.warn({ event: eventId }, 'Payment references an unknown user; ignored');
    return null;
  };

  const reportPayment = async (payment: Payment): Promise<void> => {
    const id = await index.findId(payment);
    if (id === null) return;
    const stream = subscriptionStream(hashText(id));
    const { eventId, at, change, customerId } = payment;
    const sender = { actor: 'payments', commandId: `payment:${eventId}` };
    const data = { at, change, userId: await findPayer(payment) };
    await handle(subscription, stream, { type: 'ReportPayment', data }, sender);
    await syncMembership(deps, stream, sender, async (state, revision) => {
      await index.put(id, state, revision, customerId);
      return state.userId !== null && (await index.hasOtherPaid(id, state.userId));
    });
  };

  return (payment) =>
    paymentMutex('payments', async () => {
      const id = hashText(payment.eventId);
      if ((await documents.get(processedSpace, id)) !== null) return;
      await reportPayment(payment);
      await documents.put(processedSpace, { id }, clock().getTime() + processedTtlMs);
    });
}

/** Stores a state of a subscription, and says whether the user has another one that is paid. */
type StoreState = (state: PaidSubscription, revision: number) => Promise<boolean>;

/**
 * Sets the membership as the last step of the subscription demands, and again where another process has
 * recorded a later one, or that another subscription is paid: its command may have come first.
 */
async function syncMembership(
  deps: PaymentDeps,
  stream: StreamName<SubscriptionEvent>,
  sender: CommandMetadata,
  storeState: StoreState,
): Promise<void> {
  for (let [lastKey, lastCommandId] = ['', '']; ; ) {
    const { events, revision } = await deps.events.read(stream);
    const { state, step } = foldSteps(events, sender.commandId);
    const hasOtherPaid = await storeState(state, revision);
    if (step === null) return;
    const isKept = step.status === 'unconfirmed' && hasOtherPaid;
    const status = isKept ? 'active' : step.status;
    const key = `${step.commandId}/${status}`;
    if (key === lastKey) return;
    const isFirst = lastKey === '';
    const commandId = isFirst ? step.commandId : `${key}/after/${lastCommandId}`;
    if (!isKept || !isFirst) await setMembership(deps, { ...step, status }, { ...sender, commandId });
    [lastKey, lastCommandId] = [key, commandId];
  }
}

type MembershipStep = { userId: string; status: 'active' | 'unconfirmed'; commandId: string };

/** The state of a subscription, and the last step for a membership by the event of a command or a later one. */
function foldSteps(events: Recorded<SubscriptionEvent>[], commandId: string) {
  let state = subscription.initialState;
  let step: MembershipStep | null = null;
  let isReached = false;
  for (const event of events) {
    const before = state;
    state = subscription.evolve(before, event);
    isReached ||= event.metadata.commandId === commandId;
    const status = deriveMembership(before, state);
    if (isReached && status !== null && state.userId !== null) {
      step = { userId: state.userId, status, commandId: event.metadata.commandId };
    }
  }
  return { state, step };
}

async function setMembership(
  { handle, clock, waitForProjections }: PaymentDeps,
  { userId, status }: MembershipStep,
  sender: CommandMetadata,
): Promise<void> {
  const data = { userId, now: clock().toISOString() };
  const type = status === 'active' ? 'ActivateMembership' : 'DeactivateMembership';
  try {
    const { position } = await handle(users, userStream(userId), { type, data }, sender);
    await waitForProjections(position);
  } catch (error) {
    // The user was deleted after the payment.
    if (!(error instanceof Rejected && error.code === 'user-not-found')) throw error;
  }
}

function hashText(text: string): string {
  return hash('sha256', text, 'base64url');
}
