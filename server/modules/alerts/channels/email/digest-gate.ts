import type { Position } from '#domain/shared/decider.ts';
import { startPosition } from '#domain/shared/decider.ts';
import type { Documents } from '#projections/store/port.ts';
import type { Clock } from '#server/lib/clock.ts';
import type { OutboxItem } from '#server/platform/outbox/item.ts';
import { readDigestPass } from '../../matching/digest-pass.ts';
import { hasDueDigest } from '../../matching/digests.ts';

type DigestGateDeps = {
  documents: Pick<Documents, 'get' | 'list'>;
  clock: Clock;
  /** The last event whose mails are in the outbox. */
  position: () => Position;
  /** In ms: the longest pause before a held digest is looked at again. */
  holdMs: number;
};

const minHoldMs = 250;
/** Of the time that it has waited already. */
const holdShare = 0.25;

/**
 * Until when a digest must be held (ms since 1970), null where it can be sent: all alerts of a morning belong in one
 * mail, so it waits until none is due to its member any more, and until their mails are in the outbox.
 */
export function createDigestGate({ documents, clock, position, holdMs }: DigestGateDeps) {
  const isComplete = async (userId: string, now: number): Promise<boolean> => {
    const pass = await readDigestPass(documents);
    if (pass === null || pass.state === 'idle') return pass === null || position() >= pass.position;
    if (await hasDueDigest(documents, userId, now)) return false;
    // Read again: the position was recorded before the member's last alert was removed from those that are due.
    const latest = await readDigestPass(documents);
    return latest !== null && latest.position > startPosition && position() >= latest.position;
  };
  return async ({ userId, queuedAt }: Pick<OutboxItem, 'userId' | 'queuedAt'>): Promise<number | null> => {
    const now = clock().getTime();
    if (await isComplete(userId, now)) return null;
    return now + Math.min(holdMs, Math.max(minHoldMs, holdShare * (now - queuedAt)));
  };
}
