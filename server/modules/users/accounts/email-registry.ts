import { createHmac } from 'node:crypto';
import { v5 as uuidV5 } from 'uuid';
import { emailStream, parseStreamName, userStream } from '#domain/event-catalog/streams.ts';
import { Rejected, type StreamName } from '#domain/shared/decider.ts';
import { readErasedToken } from '#domain/shared/erased-user.ts';
import type { EmailCommand } from '#domain/user/commands.ts';
import { email as claims } from '#domain/user/decider.ts';
import { toEmailKey } from '#domain/user/email-key.ts';
import type { EmailEvent } from '#domain/user/events.ts';
import { findUser, type UserDoc } from '#projections/users.ts';
import type { ViewReader } from '#projections/store/port.ts';
import type { Clock } from '#server/lib/clock.ts';
import { createKeyedMutex } from '#server/lib/keyed-mutex.ts';
import { type EventStore, noStream } from '#server/platform/event-store/port.ts';
import type {
  CommandHandler,
  CommandMetadata,
  CommandOptions,
  CommandResult,
} from '#server/platform/commands/command-handler.ts';
import { childCommand } from '#server/platform/http/routing/command-metadata.ts';
import { isDeleted, loadUserFromEvents } from './current-user.ts';

// Another process takes far less time between its claim and the user's own event; where it takes more, it is undone.
const claimTimeoutMs = 15_000;

type EmailStream = StreamName<EmailEvent>;
type EmailClaim = { userId: string; at: string };
type EmailRegistryOptions = {
  events: EventStore;
  views: ViewReader;
  handle: CommandHandler;
  clock: Clock;
  key: () => Buffer;
  /** Other processes claim addresses too. */
  isShared: boolean;
};
export type EmailRegistry = ReturnType<typeof createEmailRegistry>;

/** The claim that an address is under; null where it is free. `isNew`: there never was one. */
async function readClaimOf(
  events: Pick<EventStore, 'read'>,
  stream: EmailStream,
): Promise<{ claim: EmailClaim | null; isNew: boolean }> {
  const { events: past } = await events.read(stream);
  const last = past.at(-1);
  const claim = last?.type === 'EmailClaimed' ? { userId: last.data.userId, at: last.metadata.at } : null;
  return { claim, isNew: !last };
}

/** Names made with a secret, so that the log alone leads from no address to a user. */
function createClaimNames(key: () => Buffer) {
  const sign = (text: string) => createHmac('sha256', key()).update(text).digest('hex');
  return {
    streamOf: (email: string) => emailStream(sign(toEmailKey(email))),
    /** Of the command on a claim nothing is recorded that names the user, or that the user's other events have too. */
    toAnonymous: (stream: string, { commandId }: CommandMetadata): CommandMetadata => ({
      actor: 'system',
      commandId: sign(`${stream}/${commandId}`),
    }),
    /** The id of the user that a command registers under an address: a retry gives the same id. */
    deriveUserId: (email: string, { commandId }: CommandMetadata) =>
      uuidV5(sign(`user of ${toEmailKey(email)}`), commandId),
  };
}

/**
 * Which user has which address. An address is claimed in its own stream, named by an HMAC, before the user's own event
 * records it. A claim whose user does not have that address was left by a crash, and may be taken over: at once where no
 * other process can be about to write that event.
 */
export function createEmailRegistry({ events, views, handle, clock, key, isShared }: EmailRegistryOptions) {
  const claimMutex = createKeyedMutex();
  const { streamOf, toAnonymous, deriveUserId } = createClaimNames(key);
  const handleClaim: ClaimerDeps['handle'] = (email, command, { isNew, ...sender }) =>
    handle(claims, streamOf(email), command, { ...toAnonymous(streamOf(email), sender), isNew });
  const readClaim = (email: string) => readClaimOf(events, streamOf(email));
  const readClaims = async (email: string) =>
    (await events.read(streamOf(email))).events.filter((event) => event.type === 'EmailClaimed');

  // A view that lags may make an address seem taken for a moment, never free.
  const ownsStream = async (userId: string, stream: string) => {
    const isAt = (user: UserDoc | null) => user !== null && streamOf(user.emailKey) === stream;
    return isAt(await findUser(views, userId)) || isAt(await loadUserFromEvents(events, userId));
  };

  const ownsEmail = (userId: string, email: string) => ownsStream(userId, streamOf(email));

  /** No process will complete the claim, or its user is permanently deleted. */
  const isAbandoned = async ({ userId, at }: EmailClaim) =>
    !isShared ||
    clock().getTime() - Date.parse(at) > claimTimeoutMs ||
    readErasedToken(userId) !== null ||
    (await isDeleted(events, userId));

  const findOwnerOfStream = async (stream: EmailStream): Promise<string | null> => {
    const { claim } = await readClaimOf(events, stream);
    return claim && (await ownsStream(claim.userId, stream)) ? claim.userId : null;
  };

  const isClaimedBy = async (userId: string, email: string) => (await readClaim(email)).claim?.userId === userId;

  const assertClaimable = async (claim: EmailClaim, email: string): Promise<void> => {
    if (await ownsEmail(claim.userId, email)) throw new Rejected('email-taken');
    if (!(await isAbandoned(claim))) throw new Rejected('email-pending');
  };
  const claim = createClaimer({ readClaim, assertClaimable, ownsEmail, isClaimedBy, handle: handleClaim });
  return {
    /** A pseudonym of an address that does not reveal it, for data that must not contain the address itself. */
    toPseudonym: streamOf,

    deriveUserId,

    /** The user who has this address now; null if it is free. */
    findOwner: (email: string) => findOwnerOfStream(streamOf(email)),
    /** The same, by the pseudonym of an address. */
    findOwnerByPseudonym: (pseudonym: string) => findOwnerOfStream(emailStream(parseStreamName(pseudonym).id)),

    /**
     * Claims an address for a user, then calls `record`, which writes that the user has it; one after the other for an
     * address. Throws Rejected: 'email-taken', or 'email-pending' while another process may be about to record it.
     */
    claimWhile: <T>(
      { userId, email, sender }: { userId: string; email: string; sender: CommandMetadata },
      record: () => Promise<T>,
    ): Promise<T> =>
      claimMutex(streamOf(email), async () => {
        await claim(userId, email, sender);
        return record();
      }),

    /** To be called again when the user's own event is written. */
    isClaimedBy,

    /** All users who ever claimed an address, in the order of their claims. */
    listClaims: async (email: string) => {
      const past = await readClaims(email);
      return past.map(({ data: { userId }, position, metadata }) => ({ userId, position, metadata }));
    },

    /** The present or last user of an address, deleted or not; null if no user ever had it. */
    findLastOwner: async (email: string): Promise<string | null> => {
      const past = await readClaims(email);
      for (const { data } of past.toReversed()) {
        if (readErasedToken(data.userId) !== null) return data.userId;
        // The user may never have existed beyond this claim.
        if ((await events.read(userStream(data.userId))).revision !== noStream) return data.userId;
      }
      return null;
    },

    release: async (userId: string, email: string, sender: CommandMetadata): Promise<void> => {
      await handleClaim(email, { type: 'Release', data: { userId } }, sender);
    },
  };
}

type ClaimerDeps = {
  readClaim: (email: string) => ReturnType<typeof readClaimOf>;
  /** Throws Rejected where another user has the address, or may be about to. */
  assertClaimable: (claim: EmailClaim, email: string) => Promise<void>;
  ownsEmail: (userId: string, email: string) => Promise<boolean>;
  isClaimedBy: (userId: string, email: string) => Promise<boolean>;
  handle: (email: string, command: EmailCommand, sender: CommandMetadata & CommandOptions) => Promise<CommandResult>;
};

/** Claims an address; does nothing if the claim is already that user's. */
function createClaimer({ readClaim, assertClaimable, ownsEmail, isClaimedBy, handle }: ClaimerDeps) {
  return async (userId: string, email: string, sender: CommandMetadata): Promise<void> => {
    const { claim: before, isNew } = await readClaim(email);
    const other = before && before.userId !== userId ? before : null;
    if (other) await assertClaimable(other, email);
    const reassignment = other && { takeOverFrom: other.userId };
    const command = { type: 'Claim', data: { userId, ...reassignment } } as const;
    const { eventCount } = await handle(email, command, { ...sender, isNew });
    // The claim that seemed abandoned may have completed in between: then the address belongs to its user.
    if (other && (await ownsEmail(other.userId, email))) {
      const back = { userId: other.userId, takeOverFrom: userId };
      await handle(email, { type: 'Claim', data: back }, childCommand(sender, 'give back'));
    }
    const isFirstClaim = isNew && eventCount > 0;
    if (!isFirstClaim && !(await isClaimedBy(userId, email))) throw new Rejected('email-taken');
  };
}
