import PQueue from 'p-queue';
import { countFullAdmins } from '#projections/users.ts';
import type { Context } from '../context.ts';
import { Problem } from '../http/problem.ts';
import { currentUser } from '../users/current-user.ts';

/** One for all who ask with the same context, whatever route they are. */
const queues = new WeakMap<Context['handle'], PQueue>();

function queueOf({ handle }: Context): PQueue {
  const queue = queues.get(handle) ?? new PQueue({ concurrency: 1 });
  queues.set(handle, queue);
  return queue;
}

/**
 * Runs what takes the role of a full admin from somebody, or deletes them, one at a time, so that two admins who
 * remove each other do not both succeed. `change` resolves when the views know. Throws Problem 409 for the last one.
 */
export function keepingAnAdmin(context: Context) {
  const oneByOne = queueOf(context);
  return <T>(userId: string, change: () => Promise<T>): Promise<T> =>
    oneByOne.add(async () => {
      const user = await currentUser(context, userId);
      if (user?.role === 'full' && (await countFullAdmins(context.views)) <= 1) {
        throw new Problem(409, 'This is the last full admin. Make somebody else a full admin first.');
      }
      return change();
    });
}
