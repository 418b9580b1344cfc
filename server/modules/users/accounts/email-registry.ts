import { createHmac } from 'node:crypto';
import { v5 as uuidV5 } from 'uuid';
import { emailStream, parseStreamName, userStream } from '#domain/event-catalog/streams.ts';
import type { StreamName } from '#domain/shared/decider.ts';
import { readErasedToken } from '#domain/shared/erased-user.ts';
import { email as claims, user as users } from '#domain/user/decider.ts';
import { toEmailKey } from '#domain/user/email-key.ts';
import type { EmailEvent } from '#domain/user/events.ts';
import { findUser, findUserByEmail, type UserDoc } from '#projections/users.ts';
import type { ViewReader } from '#projections/store/port.ts';
import { type EventStore, StreamDamaged } from '#server/platform/event-store/port.ts';
import type { CommandHandler, CommandMetadata } from '#server/platform/commands/command-handler.ts';
import { readState } from '#server/platform/commands/read-state.ts';
import { createEmailClaimer } from './claim-email.ts';
import { loadUserFromEvents } from './current-user.ts';

type EmailStream = StreamName<EmailEvent>;
type EmailRegistryOptions = {
  events: EventStore;
  views: ViewReader;
  handle: CommandHandler;
  key: () => Buffer;
};
export type EmailRegistry = ReturnType<typeof createEmailRegistry>;

/** Names made with a secret, so that the log alone leads from no address to a user. */
function createClaimNames(key: () => Buffer) {
  const sign = (text: string) => createHmac('sha256', key()).update(text).digest('hex');
  return {
    streamOf: (email: string) => emailStream(sign(toEmailKey(email))),
    /** Of a command on a claim nothing is recorded that names the user, or that the user's other events have too. */
    toAnonymous: (stream: string, { commandId }: CommandMetadata, step = ''): CommandMetadata => ({
      actor: 'system',
      commandId: sign(`${stream}/${commandId}${step}`),
    }),
    /** The id of the user that a command registers under an address: a retry gives the same id. */
    deriveUserId: (email: string, { commandId }: CommandMetadata) =>
      uuidV5(Buffer.from(sign(`user of ${toEmailKey(email)}`)), commandId),
  };
}

/**
 * Which user has which address. An address is claimed in its own stream, named by an HMAC, before the user's own event
 * records it. A claim whose user does not have the address may be replaced at any time: it was left by a crash, or the
 * user has another address now, or is slow.
 */
export function createEmailRegistry({ events, views, handle, key }: EmailRegistryOptions) {
  const names = createClaimNames(key);
  const { streamOf, toAnonymous, deriveUserId } = names;
  const readClaims = async (email: string) =>
    (await events.read(streamOf(email))).events.filter((event) => event.type === 'EmailClaimed');

  // A view that lags may make an address seem taken for a moment, never free.
  const ownsStream = async (userId: string, stream: string) => {
    const isAt = (user: UserDoc | null) => user !== null && streamOf(user.emailKey) === stream;
    return isAt(await findUser(views, userId)) || isAt(await loadUserFromEvents(events, userId));
  };
  const findOwnerOfStream = async (stream: EmailStream): Promise<string | null> => {
    const { holder } = await readState(events, claims, stream);
    return holder !== null && (await ownsStream(holder, stream)) ? holder : null;
  };

  return {
    /** A pseudonym of an address that does not reveal it, for data that must not contain the address itself. */
    toPseudonym: streamOf,

    deriveUserId,

    /**
     * The user who has this address now; null if it is free. Where the claim cannot be read, the view names the user. Throws
     * StreamDamaged.
     */
    findOwner: (email: string): Promise<string | null> =>
      findOwnerOfStream(streamOf(email)).catch((error: unknown) => findInView(views, email, error)),
    /** The same, by the pseudonym of an address. */
    findOwnerByPseudonym: (pseudonym: string) => findOwnerOfStream(emailStream(parseStreamName(pseudonym).id)),

    /**
     * Claims an address for a user, then calls `record`, which writes that the user has it unless more than
     * `revokedClaims` of their claims are revoked by then; one after the other for an address. Releases the former
     * address last, so that a crash leaves none without its user. Throws Rejected 'email-taken'.
     */
    claimWhile: createEmailClaimer({ events, handle, ...names }),

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
        const { status } = await readState(events, users, userStream(data.userId));
        if (status !== 'unregistered') return data.userId;
      }
      return null;
    },

    /** Only of a deleted user: another one may have begun to claim the address again. */
    release: async (userId: string, email: string, sender: CommandMetadata): Promise<void> => {
      const stream = streamOf(email);
      await handle(claims, stream, { type: 'Release', data: { userId } }, toAnonymous(stream, sender));
    },
  };
}

/** Throws the error of the claim unless that is damaged, and the view has the address. */
async function findInView(views: ViewReader, email: string, error: unknown): Promise<string> {
  const owner = error instanceof StreamDamaged ? await findUserByEmail(views, email) : null;
  if (owner === null) throw error;
  return owner.id;
}
