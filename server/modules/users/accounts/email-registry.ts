import { createHmac } from 'node:crypto';
import { v5 as uuidV5 } from 'uuid';
import { emailStream, parseStreamName, userStream } from '#domain/event-catalog/streams.ts';
import { Rejected } from '#domain/shared/decider.ts';
import { readErasedToken } from '#domain/shared/erased-user.ts';
import type { EmailCommand } from '#domain/user/commands.ts';
import { email as claims } from '#domain/user/decider.ts';
import { toEmailKey } from '#domain/user/email-key.ts';
import { noStream } from '#server/platform/event-store/port.ts';
import type { CommandHandler, CommandMetadata } from '#server/platform/commands/command-handler.ts';
import { childCommand } from '#server/platform/http/routing/command-metadata.ts';
import { type ClaimStateOptions, createClaimStates, type EmailStream, readClaim } from './email-claims.ts';

type EmailRegistryOptions = ClaimStateOptions & { handle: CommandHandler; key: () => Buffer };
export type EmailRegistry = ReturnType<typeof createEmailRegistry>;

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
 * records it. A claim whose user does not have that address was left by a crash, and may be taken over.
 */
export function createEmailRegistry({ handle, key, ...options }: EmailRegistryOptions) {
  const { events } = options;
  const { streamOf, toAnonymous, deriveUserId } = createClaimNames(key);
  const { findClaim, ownsStream, settle, createRefusal } = createClaimStates(options, streamOf);
  const handleClaim = (stream: EmailStream, command: EmailCommand, sender: CommandMetadata) =>
    handle(claims, stream, command, toAnonymous(stream, sender));

  const readClaims = async (email: string) => {
    const { events: past } = await events.read(streamOf(email));
    return past.filter((event) => event.type === 'EmailClaimed');
  };

  const ownsEmail = (userId: string, email: string) => ownsStream(userId, streamOf(email));

  const findOwnerOfStream = async (stream: EmailStream): Promise<string | null> => {
    const claim = await readClaim(events, stream);
    return claim && (await ownsStream(claim.userId, stream)) ? claim.userId : null;
  };

  const isClaimedBy = async (userId: string, email: string) => (await findClaim(email))?.userId === userId;

  return {
    /** A pseudonym of an address that does not reveal it, for data that must not contain the address itself. */
    toPseudonym: streamOf,

    deriveUserId,

    /** The user who has this address now; null if it is free. */
    findOwner: (email: string) => findOwnerOfStream(streamOf(email)),
    /** The same, by the pseudonym of an address. */
    findOwnerByPseudonym: (pseudonym: string) => findOwnerOfStream(emailStream(parseStreamName(pseudonym).id)),

    /**
     * Claims an address for a user who is about to take it; does nothing if the claim is already that user's. Throws
     * Rejected('email-taken'), and Rejected('email-reserved') where another registration of it is under way.
     */
    claim: async (userId: string, email: string, sender: CommandMetadata): Promise<void> => {
      const before = await findClaim(email);
      const other = before && before.userId !== userId ? before : null;
      if (other && (await settle(other, email)) !== 'abandoned') throw await createRefusal(email);
      const reassignment = other && { takeOverFrom: other.userId };
      const claimed = handleClaim(streamOf(email), { type: 'Claim', data: { userId, ...reassignment } }, sender);
      await claimed.catch(async (error: unknown) => {
        throw error instanceof Rejected ? await createRefusal(email) : error;
      });
      // The claim that seemed abandoned may have completed in between: then the address belongs to its user.
      if (other && (await ownsEmail(other.userId, email))) {
        const back = { userId: other.userId, takeOverFrom: userId };
        await handleClaim(streamOf(email), { type: 'Claim', data: back }, childCommand(sender, 'give back'));
      }
      if (!(await isClaimedBy(userId, email))) throw await createRefusal(email);
    },

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
      await handleClaim(streamOf(email), { type: 'Release', data: { userId } }, sender);
    },
  };
}
