import { createHmac, timingSafeEqual } from 'node:crypto';
import { userStream } from '#domain/event-catalog/streams.ts';
import type { Recorded } from '#domain/shared/decider.ts';
import type { UserEvent } from '#domain/user/events.ts';
import { isUserActor } from '#domain/workflow-log/actors.ts';
import type { Clock } from '#server/lib/clock.ts';
import { createStreamLoader, type Fold } from '#server/platform/commands/stream-loader.ts';
import type { EventStore } from '#server/platform/event-store/port.ts';

const hourMs = 3_600_000;
/** In ms: for a user who requested it, and for one whose account an admin created. */
const lifetimesMs = { asked: hourMs, invited: 7 * 24 * hourMs };
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789'; // without characters that look alike
const passwordLength = 16;

type IssuedEvent = Recorded<Extract<UserEvent, { type: 'TemporaryPasswordIssued' }>>;

export type TemporaryPasswords = {
  /** The password that belongs to an issue event. */
  derive: (issued: Pick<IssuedEvent, 'id' | 'data'>) => string;
  /** The latest one issued, unless a later password replaced it. */
  findActive: (userId: string | null) => Promise<IssuedEvent | null>;
  /**
   * Whether this is the user's temporary password, used or not; the domain rules decide whether it can be used. Takes
   * the same time for no user (null).
   */
  verify: (userId: string | null, password: string) => Promise<boolean>;
};

/**
 * Temporary passwords are not stored: each is derived from the event that issued it, under a key that is not in the
 * log. With 79 random bits it needs no slow hash.
 */
export function createTemporaryPasswords({
  events,
  clock,
  key,
}: {
  events: Pick<EventStore, 'read'>;
  clock: Clock;
  key: Buffer;
}): TemporaryPasswords {
  const derivePassword: TemporaryPasswords['derive'] = ({ id, data }) =>
    formatPassword(createHmac('sha256', key).update(`${data.userId}/${id}`).digest());

  const { load } = createStreamLoader(events);

  const findActiveIssue: TemporaryPasswords['findActive'] = async (userId) => {
    const { issued, isUsed } = (await load(issues, userStream(userId ?? 'anonymous'))).state;
    return issued && (isUsed || clock().getTime() < computeExpiry(issued)) ? issued : null;
  };

  return {
    derive: derivePassword,
    findActive: findActiveIssue,
    verify: async (userId, password) => {
      const issued = await findActiveIssue(userId);
      const digest = (text: string) => createHmac('sha256', key).update(text).digest();
      const expected = issued ? derivePassword(issued) : formatPassword(key);
      return timingSafeEqual(digest(password.trim()), digest(expected)) && issued !== null;
    },
  };
}

type IssueState = { issued: IssuedEvent | null; isUsed: boolean };

const issues: Fold<UserEvent, IssueState> = {
  evolve: (before, event) => {
    if (event.type === 'TemporaryPasswordIssued') return { issued: event, isUsed: false };
    if (event.type === 'TemporaryPasswordUsed') return { ...before, isUsed: true };
    return event.type === 'PasswordChanged' || event.type === 'UserDeleted' ? { issued: null, isUsed: false } : before;
  },
  initialState: { issued: null, isUsed: false },
};

function computeExpiry({ metadata: { actor, at } }: IssuedEvent): number {
  return Date.parse(at) + (isUserActor(actor) ? lifetimesMs.invited : lifetimesMs.asked);
}

/** In groups of four, so that it is easy to read and type. */
function formatPassword(bytes: Buffer): string {
  const all = Array.from(bytes.subarray(0, passwordLength), (byte) => alphabet.charAt(byte % alphabet.length));
  return [0, 4, 8, 12].map((from) => all.slice(from, from + 4).join('')).join('-');
}
