import { readPages } from '#projections/store/list-all.ts';
import type { Documents } from '#projections/store/port.ts';
import type { Clock } from '#server/lib/clock.ts';
import type { Presence } from '#server/platform/presence/presence.ts';
import { type OutboxItem, outboxSpace } from './item.ts';

/** In ms: an attempt ends by then, and a claim is void. */
export const claimMs = 90_000;
const pageSize = 100;

/** `ensureConfirmed` announces the presence again where that is needed; it throws where it cannot. */
export type ClaimOwner = Pick<Presence, 'id' | 'isConfirmed' | 'listPresent'> & {
  ensureConfirmed: () => Promise<void>;
};
type ClaimDeps = { documents: Documents; clock: Clock; presence: ClaimOwner };

export type Claims = ReturnType<typeof createClaims>;

/**
 * The claims of one process. Each change of an item is made only if it is unchanged since it was read, so that a process
 * that was paused cannot settle what another one took.
 */
export function createClaims({ documents, clock, presence }: ClaimDeps) {
  const replace = (item: OutboxItem, next: OutboxItem | null) => documents.compareAndSet(outboxSpace, item, next);

  return {
    /** Null where the item was changed since it was read. A claimed item is joined by no other. */
    claim: async (item: OutboxItem): Promise<OutboxItem | null> => {
      if (!presence.isConfirmed()) await presence.ensureConfirmed();
      const deadline = clock().getTime() + claimMs;
      const claim = { owner: presence.id, deadline };
      const claimed: OutboxItem = { ...withoutJoinKey(item), state: 'sending', due: deadline, claim };
      return (await replace(item, claimed)) ? claimed : null;
    },
    /** Whether another process may have taken the item since. */
    isExpired: ({ due }: OutboxItem): boolean => clock().getTime() >= due || !presence.isConfirmed(),
    replace,
    remove: (item: OutboxItem) => replace(item, null),
    /**
     * Puts items back whose claim is void, as its deadline is over, or its process is gone or has ended the attempt.
     * Resolves with their number.
     */
    release: async (isSending: (id: string) => boolean): Promise<number> => {
      let count = 0;
      const where = { state: 'sending' };
      const sort = [{ field: 'due', direction: 'asc' as const }];
      for await (const items of readPages<OutboxItem>(documents, outboxSpace, { where, sort, pageSize })) {
        const others = items.filter(({ id }) => !isSending(id));
        if (others.length === 0) continue;
        // Read after the items: a process is present before it claims.
        const present = await presence.listPresent();
        const now = clock().getTime();
        const isHeld = ({ claim }: OutboxItem) =>
          claim !== undefined && claim.owner !== presence.id && claim.deadline > now && present.has(claim.owner);
        for (const item of others) if (!isHeld(item) && (await replace(item, withoutClaim(item, now)))) count += 1;
      }
      return count;
    },
  };
}

function withoutJoinKey({ joinKey: _joinKey, ...item }: OutboxItem): OutboxItem {
  return item;
}

export function withoutClaim({ claim: _claim, ...item }: OutboxItem, due: number): OutboxItem {
  return { ...item, state: 'waiting', due };
}
