import { createHmac } from 'node:crypto';
import { v5 as uuidV5 } from 'uuid';
import { Rejected } from '#domain/shared/decider.ts';
import { email as claims } from '#domain/user/decider.ts';
import { emailKey } from '#domain/user/email-key.ts';
import type { EmailEvent } from '#domain/user/events.ts';
import { findUser, type UserDoc } from '#projections/users.ts';
import type { ViewReader } from '#projections/store/port.ts';
import type { Clock } from '#server/lib/clock.ts';
import { type EventStore, noStream, type StoredEvent } from '#server/platform/event-store/port.ts';
import type { Handle, Sender } from '#server/platform/commands/handle.ts';
import { inStep } from '#server/platform/http/routing/sender.ts';
import { isDeleted, userFromEvents } from './current-user.ts';

// A registration or change of address takes far less between its claim and the user's own event, and the clocks of
// the machines on which processes run differ by far less.
const patience = 60_000;

type Claim = { userId: string; at: string };
type Options = { events: EventStore; views: ViewReader; handle: Handle; clock: Clock; key: () => Buffer };
export type Emails = ReturnType<typeof createEmails>;

/**
 * Who uses which address. An address is claimed in a stream of its own, named by an HMAC, before the user's own event
 * says so; a claim whose user does not have that address is what a crash left over, and may be taken over.
 */
export function createEmails({ events, views, handle, clock, key }: Options) {
  const streamOf = (email: string) => `email-${createHmac('sha256', key()).update(emailKey(email)).digest('hex')}`;

  const claimIn = async (stream: string): Promise<Claim | null> => {
    const { events: past } = await events.read(stream);
    return past.reduce<Claim | null>(
      (_before, event) => (isClaim(event) ? { userId: event.data.userId, at: event.metadata.at } : null),
      null,
    );
  };

  const claimOn = (email: string) => claimIn(streamOf(email));

  // A view that lags may make an address seem taken for a moment, never free.
  const isTheirs = async (userId: string, stream: string) => {
    const isAt = (user: UserDoc | null) => user !== null && streamOf(user.emailKey) === stream;
    return isAt(await findUser(views, userId)) || isAt(await userFromEvents(events, userId));
  };

  const has = (userId: string, email: string) => isTheirs(userId, streamOf(email));

  /** Who claimed it has been at it for too long, or was a user who is deleted for good. */
  const isLeftOver = async ({ userId, at }: Claim) =>
    clock().getTime() - Date.parse(at) > patience || (await isDeleted(events, userId));

  const holderIn = async (stream: string): Promise<string | null> => {
    const claim = await claimIn(stream);
    return claim && (await isTheirs(claim.userId, stream)) ? claim.userId : null;
  };

  const isClaimedBy = async (userId: string, email: string) => (await claimOn(email))?.userId === userId;

  return {
    /** A name of an address, from which it cannot be told: for what must not hold the address itself. */
    nameOf: streamOf,

    /** The id of the user whom a command registers under an address: a retry means the same one. */
    userIdFor: (email: string, { commandId }: Sender) => uuidV5(streamOf(email), commandId),

    /** The user who has this address now, null when it is free. */
    holderOf: (email: string) => holderIn(streamOf(email)),
    /** The same by the name of an address. */
    holderByName: holderIn,

    /**
     * Claims an address for a user about to take it; nothing happens where the claim is that user's already. Throws
     * Rejected('email-taken').
     */
    claim: async (userId: string, email: string, sender: Sender): Promise<void> => {
      const before = await claimOn(email);
      const other = before && before.userId !== userId ? before : null;
      const taken = other && ((await has(other.userId, email)) || !(await isLeftOver(other)));
      if (taken) throw new Rejected('email-taken');
      const takeOver = other && { takeOverFrom: other.userId };
      await handle(claims, streamOf(email), { type: 'Claim', data: { userId, ...takeOver } }, sender);
      // The one who seemed to have left may have come to its end in between: then the address is theirs.
      if (other && (await has(other.userId, email))) {
        const back = { userId: other.userId, takeOverFrom: userId };
        await handle(claims, streamOf(email), { type: 'Claim', data: back }, inStep(sender, 'give back'));
      }
      if (!(await isClaimedBy(userId, email))) throw new Rejected('email-taken');
    },

    /** To be asked once more when the user's own event is written. */
    isClaimedBy,

    /** All who ever claimed an address, in the order of their claims. */
    claimsOn: async (email: string) => {
      const { events: past } = await events.read(streamOf(email));
      return past.filter(isClaim).map(({ data: { userId }, position, metadata }) => ({ userId, position, metadata }));
    },

    /** The user who has an address, or was the last to have it, deleted or not; null where nobody ever had it. */
    lastHolderOf: async (email: string): Promise<string | null> => {
      const { events: past } = await events.read(streamOf(email));
      for (const { data } of past.filter(isClaim).toReversed()) {
        // A claim may be all that there ever was of a user.
        if ((await events.read(`user-${data.userId}`)).revision !== noStream) return data.userId;
      }
      return null;
    },

    release: async (userId: string, email: string, sender: Sender): Promise<void> => {
      await handle(claims, streamOf(email), { type: 'Release', data: { userId } }, sender);
    },
  };
}

function isClaim(event: StoredEvent): event is StoredEvent & Extract<EmailEvent, { type: 'EmailClaimed' }> {
  return event.type === 'EmailClaimed';
}
