import type { Position } from '#domain/shared/decider.ts';
import { documentSpaces } from '#projections/store/document-spaces.ts';
import type { Terms } from '#server/platform/subscriptions/checkpoints.ts';

export const outboxSpace = documentSpaces.outbox;

/** What a process puts into the outbox. `id` is the same each time the same facts cause it. */
export type NewOutboxItem<C = unknown> = {
  id: string;
  /** The channel that sends it, such as `mail`. */
  channel: string;
  userId: string;
  /** When it was caused, in ISO 8601. */
  createdAt: string;
  /** The log position of the fact that caused it: facts up to here are in it already. */
  position: Position;
  /** When it is to be sent, in ms since 1970. */
  due: number;
  /** Items of the same key become one while they wait. */
  joinKey?: string;
  /** However often another is joined, it is due by then, in ms since 1970. */
  latestDue?: number;
  content: C;
};

/** Which process sends an item, by the id of its presence. `deadline` is in ms since 1970. */
export type Claim = { owner: string; deadline: number };

/** An item as it is stored until it is accepted. While it is being sent, `due` is the deadline of its claim. */
export type OutboxItem<C = unknown> = NewOutboxItem<C> & {
  /** `dead` where sending failed permanently; `due` is then the time of the last failure. */
  state: 'waiting' | 'sending' | 'dead';
  /** Failed attempts. */
  attempts: number;
  /** Why the last attempt failed. */
  error: string | null;
  /** When it was put, or resent, in ms since 1970: its age counts from here. */
  queuedAt: number;
  /** The term of the subscriber that put it; absent where none did. */
  term?: number;
  claim?: Claim;
};

/**
 * 'saved' items may be sent. The fact of an 'unsaved' one is handled again after a crash. A 'late' one was put by a
 * former term when the next one had put it already.
 */
export function judgeItem(
  { position, term = 0 }: Pick<OutboxItem, 'position' | 'term'>,
  { position: saved, ends }: Pick<Terms, 'position' | 'ends'>,
): 'saved' | 'unsaved' | 'late' {
  if (position > saved) return 'unsaved';
  return position <= (ends[term] ?? saved) ? 'saved' : 'late';
}
