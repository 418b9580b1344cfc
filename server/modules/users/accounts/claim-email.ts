import { userStream } from '#domain/event-catalog/streams.ts';
import { Rejected, type StreamName } from '#domain/shared/decider.ts';
import { readErasedToken } from '#domain/shared/erased-user.ts';
import { email as claims, user as users } from '#domain/user/decider.ts';
import type { EmailEvent } from '#domain/user/events.ts';
import { hasEmail, type User } from '#domain/user/state.ts';
import { createKeyedMutex } from '#server/lib/keyed-mutex.ts';
import type { CommandHandler, CommandMetadata } from '#server/platform/commands/command-handler.ts';
import { readState } from '#server/platform/commands/read-state.ts';
import type { EventStore } from '#server/platform/event-store/port.ts';

const maxAttempts = 5;

type EmailClaimerDeps = {
  events: Pick<EventStore, 'read'>;
  handle: CommandHandler;
  streamOf: (email: string) => StreamName<EmailEvent>;
  toAnonymous: (stream: string, sender: CommandMetadata, step?: string) => CommandMetadata;
};
/** `isNewUser`: the claim is made to register the user. */
type ClaimRequest = { userId: string; email: string; sender: CommandMetadata; isNewUser?: boolean };

/**
 * Claims addresses. A process that replaces a claim first revokes it in the stream of its user, after which the log
 * refuses to record it. So two users never have one address, however long a process sleeps.
 */
export function createEmailClaimer({ events, handle, streamOf, toAnonymous }: EmailClaimerDeps) {
  const claimMutex = createKeyedMutex();

  /** Revokes claim `n`, of another user. Throws Rejected 'email-taken' if that user has the address. */
  const revoke = async (userId: string, n: number, { email, sender }: ClaimRequest): Promise<void> => {
    if (readErasedToken(userId) !== null) return;
    const command = { type: 'RevokeEmailClaim', data: { userId, email } } as const;
    // The claim is part of the id: a command that is repeated revokes a claim that was made since.
    await handle(users, userStream(userId), command, toAnonymous(streamOf(email), sender, `/revoke ${n}`));
  };

  /** Releases the claim that the address of a user is under now, to be called when the user has another. */
  const prepareRelease = async (user: User, { userId, email, sender }: ClaimRequest): Promise<() => Promise<void>> => {
    if (user.status !== 'registered' || hasEmail(user, email)) return () => Promise.resolve();
    const stream = streamOf(user.email);
    // The user may claim it again by then, in another request.
    const { claims: claim } = await readState(events, claims, stream);
    const command = { type: 'Release', data: { userId, claim } } as const;
    return async () => {
      await handle(claims, stream, command, toAnonymous(stream, sender));
    };
  };

  /** The claim holds until more claims of the user are revoked than `revokedClaims`. */
  const claim = async (request: ClaimRequest, { mayReplace }: { mayReplace: boolean }) => {
    const { userId, email, sender, isNewUser = false } = request;
    // Read first: a process that replaces the claim then revokes it after this.
    const user = await readState(events, users, userStream(userId));
    if (isNewUser && user.status !== 'unregistered' && !hasEmail(user, email)) throw new Rejected('email-taken');
    if (user.status === 'deleted') throw new Rejected('user-not-found');
    const { revokedClaims } = user;
    const releaseFormer = await prepareRelease(user, request);
    const stream = streamOf(email);
    const { holder, claims: n } = await readState(events, claims, stream);
    if (holder !== null && holder !== userId) {
      // Two users who went on to replace each other's claims would both lose.
      if (!mayReplace) throw new Rejected('email-taken');
      await revoke(holder, n, request);
    }
    const command = { type: 'Claim', data: { userId, replaces: n } } as const;
    // A command that is repeated after its claim was revoked makes a new claim.
    const anonymous = toAnonymous(stream, sender, `/${revokedClaims}`);
    await handle(claims, stream, command, { ...anonymous, isNew: n === 0 });
    return { revokedClaims, releaseFormer };
  };

  /**
   * Claims an address for a user, then calls `record`, which writes that the user has it unless more than
   * `revokedClaims` of their claims are revoked by then; one after the other for an address. Releases the former
   * address last, so that a crash leaves none without its user. Throws Rejected 'email-taken'.
   */
  return <T>(request: ClaimRequest, record: (revokedClaims: number) => Promise<T>): Promise<T> =>
    claimMutex(streamOf(request.email), async () => {
      for (let attempt = 1; ; attempt += 1) {
        const { revokedClaims, releaseFormer } = await claim(request, { mayReplace: attempt === 1 });
        try {
          const result = await record(revokedClaims);
          await releaseFormer();
          return result;
        } catch (error) {
          // The process that revoked the claim may have crashed or lost, or another request changed the address.
          if (!isTaken(error) || attempt === maxAttempts) throw error;
        }
      }
    });
}

function isTaken(error: unknown): boolean {
  return error instanceof Rejected && error.code === 'email-taken';
}
