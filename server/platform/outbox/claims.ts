import { randomUUID } from 'node:crypto';
import { readPages } from '#projections/store/list-all.ts';
import type { Documents } from '#projections/store/port.ts';
import type { Clock } from '#server/lib/clock.ts';
import { documentSpaces } from '#projections/store/document-spaces.ts';
import { updateDocument } from '#projections/store/update-document.ts';
import { type Claim, type OutboxItem, outboxSpace } from './item.ts';

/** In ms: an attempt ends by then, and a claim is void. */
export const claimMs = 90_000;
const pageSize = 100;
const senderSpace = documentSpaces.outboxSenders;
const senderId = 'last';

type SenderDoc = { id: string; token: number };
type ClaimDeps = { documents: Documents; clock: Clock };

/**
 * The claims of one sender. Each change of an item is made only if it is unchanged since it was read, so that a process that was
 * paused cannot settle what another one took. Await it before anything is sent: former senders' claims end then.
 */
export async function openClaims({ documents, clock }: ClaimDeps) {
  const token = await takeToken(documents);
  const owner = randomUUID();
  const replace = (item: OutboxItem, next: OutboxItem | null) => documents.compareAndSet(outboxSpace, item, next);

  const isHeldElsewhere = (claim: Claim | undefined, now: number): boolean =>
    claim !== undefined && claim.owner !== owner && claim.token >= token && claim.deadline > now;

  return {
    /** Null where the item was changed since it was read. A claimed item is joined by no other. */
    claim: async (item: OutboxItem): Promise<OutboxItem | null> => {
      const deadline = clock().getTime() + claimMs;
      const claim = { owner, token, deadline };
      const claimed: OutboxItem = { ...withoutJoinKey(item), state: 'sending', due: deadline, claim };
      return (await replace(item, claimed)) ? claimed : null;
    },
    isExpired: ({ due }: OutboxItem): boolean => clock().getTime() >= due,
    replace,
    remove: (item: OutboxItem) => replace(item, null),

    /** Puts items back whose claim is void, but for those that this process is still sending. */
    release: async (channel: string, isSending: (id: string) => boolean): Promise<void> => {
      const where = { channel, state: 'sending' };
      const sort = [{ field: 'due', direction: 'asc' as const }];
      for await (const items of readPages<OutboxItem>(documents, outboxSpace, { where, sort, pageSize })) {
        const now = clock().getTime();
        const isVoid = ({ id, claim }: OutboxItem) => !isSending(id) && !isHeldElsewhere(claim, now);
        for (const item of items.filter(isVoid)) await replace(item, withoutClaim(item, now));
      }
    },
  };
}

export type Claims = Awaited<ReturnType<typeof openClaims>>;

function withoutJoinKey({ joinKey: _joinKey, ...item }: OutboxItem): OutboxItem {
  return item;
}

export function withoutClaim({ claim: _claim, ...item }: OutboxItem, due: number): OutboxItem {
  return { ...item, state: 'waiting', due };
}

/** Each sender that starts has a higher token than those before it. */
async function takeToken(documents: Documents): Promise<number> {
  const take = (stored: SenderDoc | null): SenderDoc => ({ id: senderId, token: (stored?.token ?? 0) + 1 });
  return (await updateDocument(documents, { space: senderSpace, id: senderId }, take)).token;
}
