import { findShard } from '#domain/matching/shards.ts';
import { type Position, startPosition } from '#domain/shared/decider.ts';
import type { Documents } from '#projections/store/port.ts';
import type { Config } from '#server/platform/config/config.ts';
import type { Clock } from '#server/lib/clock.ts';
import type { OutboxItem } from '#server/platform/outbox/item.ts';
import type { FindTerms } from '#server/platform/outbox/outbox-subscriber.ts';
import { readDigestPass } from '../../matching/digest-pass.ts';
import { hasDueDigest } from '../../matching/digests.ts';

type DigestGateDeps = {
  documents: Pick<Documents, 'get' | 'list'>;
  clock: Clock;
  config: Pick<Config, 'scoutShards'>;
  /** Its position is that of the last event, of any type, whose mails are in the outbox. */
  findTerms: FindTerms;
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
export function createDigestGate({ documents, clock, config, findTerms, holdMs }: DigestGateDeps) {
  const isSaved = async (position: Position) => (await findTerms(position)).position >= position;
  const isComplete = async (userId: string, now: number): Promise<boolean> => {
    const shard = findShard(userId, config.scoutShards);
    const pass = await readDigestPass(documents, shard);
    if (pass?.state === 'idle') return isSaved(pass.position);
    if (await hasDueDigest(documents, userId, now)) return false;
    // Read again: the position was recorded before the member's last alert was removed from those that are due.
    const latest = await readDigestPass(documents, shard);
    // There is none where digests were last delivered by another number of shards.
    return latest === null || (latest.position > startPosition && (await isSaved(latest.position)));
  };
  return async ({ userId, queuedAt }: Pick<OutboxItem, 'userId' | 'queuedAt'>): Promise<number | null> => {
    const now = clock().getTime();
    if (await isComplete(userId, now)) return null;
    return now + Math.min(holdMs, Math.max(minHoldMs, holdShare * (now - queuedAt)));
  };
}
