import { Rejected, type Position, startPosition, type StreamName } from '#domain/shared/decider.ts';
import { readErasedToken } from '#domain/shared/erased-user.ts';
import type { EmailEvent } from '#domain/user/events.ts';
import { StoreUnavailable, type ViewReader } from '#projections/store/port.ts';
import { findUser, type UserDoc } from '#projections/users.ts';
import type { Clock } from '#server/lib/clock.ts';
import { retryUntilStopped } from '#server/lib/retry.ts';
import type { EventStore } from '#server/platform/event-store/port.ts';
import { isDeleted, loadUserFromEvents } from './current-user.ts';

// A registration or change of address takes far less time than this between its claim and the user's own event, and the
// clocks of the machines differ by far less.
const claimTimeoutMs = 60_000;
/** How long a claim waits for another one of the same address that is under way. */
const settleTimeoutMs = 2_000;
const settleBackoff = { minMs: 10, maxMs: 200 };

export type EmailStream = StreamName<EmailEvent>;
type EmailClaim = { userId: string; at: string; position: Position };
type ClaimState = 'owned' | 'abandoned' | 'under way';
export type ClaimStateOptions = {
  events: EventStore;
  views: ViewReader;
  clock: Clock;
  /** Whether no other process writes the log: then no claim of a former process is under way. */
  isSoleWriter: boolean;
};

/** The claim that an address is under; null where it is free. */
export async function readClaim(events: Pick<EventStore, 'read'>, stream: EmailStream): Promise<EmailClaim | null> {
  const { events: past } = await events.read(stream);
  const last = past.at(-1);
  return last?.type === 'EmailClaimed'
    ? { userId: last.data.userId, at: last.metadata.at, position: last.position }
    : null;
}

/** Where the log ends; its start where that cannot be read. */
async function findEnd({ readAllBackwards }: Pick<EventStore, 'readAllBackwards'>): Promise<Position> {
  const [last] = await readAllBackwards(null, 1).catch(() => []);
  return last?.position ?? startPosition;
}

/** What has become of the claims of addresses; `streamOf` names the stream of an address. */
export function createClaimStates(options: ClaimStateOptions, streamOf: (email: string) => EmailStream) {
  const { events, views, clock, isSoleWriter } = options;
  const endOfFormerProcess = isSoleWriter ? findEnd(events) : Promise.resolve(startPosition);
  const findClaim = (email: string) => readClaim(events, streamOf(email));

  // A view that lags may make an address seem taken for a moment, never free.
  const ownsStream = async (userId: string, stream: string) => {
    const isAt = (user: UserDoc | null) => user !== null && streamOf(user.emailKey) === stream;
    return isAt(await findUser(views, userId)) || isAt(await loadUserFromEvents(events, userId));
  };

  /** The claim is too old, its process has ended, or its user is permanently deleted. */
  const isAbandoned = async ({ userId, at, position }: EmailClaim) =>
    clock().getTime() - Date.parse(at) > claimTimeoutMs ||
    position <= (await endOfFormerProcess) ||
    readErasedToken(userId) !== null ||
    (await isDeleted(events, userId));

  /** Waits for a registration that is under way. */
  const settle = async (claim: EmailClaim, email: string): Promise<ClaimState> => {
    const findOutcome = async () => {
      if (await ownsStream(claim.userId, streamOf(email))) return 'owned';
      if (await isAbandoned(claim)) return 'abandoned';
      throw new Error('The claim is under way');
    };
    const isPermanent = (error: unknown) => error instanceof StoreUnavailable;
    const stopped = AbortSignal.timeout(settleTimeoutMs);
    const options = { stopped, isPermanent, backoff: settleBackoff };
    return (await retryUntilStopped('wait for a claim', findOutcome, options)) ?? 'under way';
  };

  /** Why an address cannot be claimed that another user claims. */
  const createRefusal = async (email: string): Promise<Rejected> => {
    const claim = await findClaim(email);
    const isOwned = claim !== null && (await settle(claim, email)) === 'owned';
    return new Rejected(isOwned ? 'email-taken' : 'email-reserved');
  };

  return { findClaim, ownsStream, settle, createRefusal };
}
