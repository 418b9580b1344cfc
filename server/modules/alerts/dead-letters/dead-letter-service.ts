import { deadLetterStream } from '#domain/event-catalog/streams.ts';
import type { DeadLetterView } from '#domain/dead-letter/contract.ts';
import { deadLetter } from '#domain/dead-letter/decider.ts';
import type { UserDoc } from '#projections/users.ts';
import type { CommandMetadata } from '#server/platform/commands/command-handler.ts';
import { HttpError } from '#server/platform/http/middleware/http-error.ts';
import { childCommand } from '#server/platform/http/routing/command-metadata.ts';
import type { Platform, ViewDeps } from '#server/platform/modules/platform.ts';
import type { OutboxItem } from '#server/platform/outbox/item.ts';
import type { Outbox } from '#server/platform/outbox/outbox.ts';
import { createKeyedMutex } from '#server/lib/keyed-mutex.ts';
import { findCurrentUser } from '#server/modules/users/index.ts';
import type { DeadLetterChannel } from '../channel-framework/dead-letter-channel.ts';
import { fromDeadLetterId, toDeadLetterId, unknownRefusal } from './dead-letters.ts';
import { replayFailedEvent } from './event-dead-letters.ts';
import { requestReplay } from '#server/platform/subscriptions/failed-events.ts';

type DeadLetterDeps = ViewDeps & Pick<Platform, 'handle' | 'events'> & { outbox: Outbox };

export type DeadLetterService = ReturnType<typeof createDeadLetterService>;

/** What admins do with messages that failed permanently, whatever their channel. */
export function createDeadLetterService(
  deps: DeadLetterDeps,
  channels: readonly { name: string; deadLetters: DeadLetterChannel }[],
) {
  const { outbox, handle } = deps;
  const withLock = createKeyedMutex();

  const findChannel = (item: OutboxItem): DeadLetterChannel => {
    const channel = channels.find(({ name }) => name === item.channel);
    if (channel === undefined) throw new Error(`No channel ${item.channel} is known`);
    return channel.deadLetters;
  };
  const recordDecision = async (type: 'Resend' | 'Discard', item: OutboxItem, sender: CommandMetadata) => {
    const letterId = toDeadLetterId(item.id);
    const { channel, userId } = item;
    const data = { letterId, channel, userId, about: findChannel(item).findKind(item.content) };
    await handle(deadLetter, deadLetterStream(letterId), { type, data }, childCommand(sender, letterId));
  };
  const findItem = (id: string) => outbox.findDead(fromDeadLetterId(id));
  const resend = async (item: OutboxItem, sender: CommandMetadata): Promise<void> => {
    const channel = findChannel(item);
    const user = await findCurrentUser(deps, item.userId);
    const refusal = user === null ? deletedRefusal : await channel.whyNotResend(item, user);
    if (user === null || refusal !== null) throw new HttpError(409, refusal ?? deletedRefusal);
    await recordDecision('Resend', item, sender);
    await channel.prepareResend(item, user);
    await outbox.resend(item.id);
  };

  return {
    presentAll: async (items: OutboxItem[]): Promise<DeadLetterView[]> => {
      const findOnce = createUserLookup(deps);
      return Promise.all(items.map(async (item) => present(findChannel(item), item, await findOnce(item.userId))));
    },

    /**
     * Puts it back into the outbox with its attempts reset, or has an event handled again. False where that has not
     * ended yet. Throws HttpError 404, and 409 with the reason why it cannot be sent or has failed again.
     */
    resend: (id: string, sender: CommandMetadata): Promise<boolean> =>
      withLock(id, async () => {
        const item = await findItem(id);
        if (item !== null) await resend(item, sender);
        return item !== null || replayFailedEvent(deps, fromDeadLetterId(id));
      }),

    /**
     * Resends one that failed up to `until` (ms since 1970), and only requests the replay of an event. Throws HttpError
     * 404, and 409 with the reason why it cannot be sent.
     */
    resendOnce: (id: string, { until, sender }: { until: number; sender: CommandMetadata }): Promise<void> =>
      withLock(id, async () => {
        const item = await findItem(id);
        if (item !== null && item.due <= until) await resend(item, sender);
        if (item === null && !(await requestReplay(deps, fromDeadLetterId(id))))
          throw new HttpError(404, unknownRefusal);
      }),

    /** Throws HttpError 404. */
    discard: (id: string, sender: CommandMetadata): Promise<void> =>
      withLock(id, async () => {
        const item = await findItem(id);
        if (item === null) throw new HttpError(404, unknownRefusal);
        await recordDecision('Discard', item, sender);
        await outbox.discard(item.id);
      }),
  };
}

async function present(channel: DeadLetterChannel, item: OutboxItem, user: UserDoc | null): Promise<DeadLetterView> {
  return {
    id: toDeadLetterId(item.id),
    kind: item.channel,
    recipient: user?.email ?? null,
    about: user && { kind: 'user', id: user.id },
    subject: channel.describeSubject(item.content),
    reason: item.error ?? 'Not known',
    failedAt: new Date(item.due).toISOString(),
    attempts: item.attempts,
    refusal: user === null ? deletedRefusal : await channel.whyNotResend(item, user),
  };
}

/** Finds each user once. */
function createUserLookup(deps: Pick<DeadLetterDeps, 'views' | 'events'>) {
  const users = new Map<string, ReturnType<typeof findCurrentUser>>();
  return (userId: string) => {
    const user = users.get(userId) ?? findCurrentUser(deps, userId);
    users.set(userId, user);
    return user;
  };
}

const deletedRefusal = 'This user was deleted since';
