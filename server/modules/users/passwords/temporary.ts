import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Recorded } from '#domain/shared/decider.ts';
import type { UserEvent } from '#domain/user/events.ts';
import { isUser } from '#domain/workflow-log/actors.ts';
import type { Clock } from '#server/lib/clock.ts';
import type { EventStore } from '#server/platform/event-store/port.ts';

const hour = 3_600_000;
/** For the one who asked for it, and for somebody whose account another made. */
const lifetimes = { asked: hour, invited: 7 * 24 * hour };
const letters = 'abcdefghjkmnpqrstuvwxyz23456789'; // without those that look alike
const length = 16;

type Issued = Recorded<Extract<UserEvent, { type: 'TemporaryPasswordIssued' }>>;

export type TemporaryPasswords = {
  /** The password of an issue. */
  of: (issued: Pick<Issued, 'id' | 'data'>) => string;
  /** Until when it can be used, in ms since 1970. */
  until: (issued: Issued) => number;
  /** The latest one issued, as long as no later password took its place. */
  standing: (userId: string | null) => Promise<Issued | null>;
  /**
   * Whether this is the user's temporary password, used or not; whether it can be used is for the rules. Takes as
   * long for nobody (null).
   */
  matches: (userId: string | null, password: string) => Promise<boolean>;
};

/**
 * Temporary passwords are kept nowhere: each is derived from the fact that it was issued, under a key that is not in
 * the log. With 79 bits that nobody chose it needs no slow hash.
 */
export function openTemporaryPasswords({
  events,
  clock,
  key,
}: {
  events: Pick<EventStore, 'read'>;
  clock: Clock;
  key: Buffer;
}): TemporaryPasswords {
  const of: TemporaryPasswords['of'] = ({ id, data }) =>
    spelled(createHmac('sha256', key).update(`${data.userId}/${id}`).digest());

  const standing: TemporaryPasswords['standing'] = async (userId) => {
    const { events: past } = await events.read(`user-${userId ?? 'nobody'}`);
    const { issued, isUsed } = (past as Recorded<UserEvent>[]).reduce(latest, { issued: null, isUsed: false });
    return issued && (isUsed || clock().getTime() < until(issued)) ? issued : null;
  };

  return {
    of,
    until,
    standing,
    matches: async (userId, password) => {
      const issued = await standing(userId);
      const digest = (text: string) => createHmac('sha256', key).update(text).digest();
      const right = issued ? of(issued) : spelled(key);
      return timingSafeEqual(digest(password.trim()), digest(right)) && issued !== null;
    },
  };
}

type Latest = { issued: Issued | null; isUsed: boolean };

function latest(before: Latest, event: Recorded<UserEvent>): Latest {
  if (event.type === 'TemporaryPasswordIssued') return { issued: event, isUsed: false };
  if (event.type === 'TemporaryPasswordUsed') return { ...before, isUsed: true };
  return event.type === 'PasswordChanged' || event.type === 'UserDeleted' ? { issued: null, isUsed: false } : before;
}

function until({ metadata: { actor, at } }: Issued): number {
  return Date.parse(at) + (isUser(actor) ? lifetimes.invited : lifetimes.asked);
}

/** In groups of four, so that it can be read and typed. */
function spelled(bytes: Buffer): string {
  const all = Array.from(bytes.subarray(0, length), (byte) => letters.charAt(byte % letters.length));
  return [0, 4, 8, 12].map((from) => all.slice(from, from + 4).join('')).join('-');
}
