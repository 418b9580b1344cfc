import { randomUUID } from 'node:crypto';
import { userStream } from '#domain/event-catalog/streams.ts';
import type { UserCommand } from '#domain/user/commands.ts';
import { user } from '#domain/user/decider.ts';
import type { EventStore } from '#server/platform/event-store/port.ts';
import { createCommandHandler } from '#server/platform/commands/command-handler.ts';

const batchSize = 200;

/** Writes members with an active membership straight into the log of a stopped product. */
export async function addMembers(
  events: EventStore,
  count: number,
  filters: () => { zipCode: string; maxPrice: number },
): Promise<void> {
  const handle = createCommandHandler(events, () => new Date());
  const one = async () => {
    const userId = randomUUID();
    const tell = (command: UserCommand) =>
      handle(user, userStream(userId), command, { actor: 'system', commandId: randomUUID() });
    await tell({ type: 'Register', data: { userId, email: `${userId}@example.com`, role: 'none' } });
    await tell({ type: 'UpdateFilters', data: { userId, changes: { ...filters(), alertMails: false } } });
    await tell({ type: 'ActivateMembership', data: { userId, now: new Date().toISOString() } });
  };
  for (let left = count; left > 0; left -= batchSize)
    await Promise.all(Array.from({ length: Math.min(left, batchSize) }, one));
}
