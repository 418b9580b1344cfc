import { randomUUID } from 'node:crypto';
import PQueue from 'p-queue';
import { countFullAdmins } from '#projections/users.ts';
import type { Lease } from '#projections/store/port.ts';
import type { Context } from '../context.ts';
import { Problem } from '../http/problem.ts';
import { pause } from '../time/pause.ts';
import { currentUser } from '../users/current-user.ts';

/** In ms: longer than a change takes; who was killed in the midst of one holds up others no longer than that. */
const turnLasts = 15_000;
const patience = 5_000;

/** One for all who ask with the same context, whatever route they are. */
const queues = new WeakMap<Context['handle'], PQueue>();

function queueOf({ handle }: Context): PQueue {
  const queue = queues.get(handle) ?? new PQueue({ concurrency: 1 });
  queues.set(handle, queue);
  return queue;
}

/**
 * Runs what takes the role of a full admin from somebody, or deletes them, one at a time in all processes, so that two
 * admins who remove each other do not both succeed. `change` resolves when the views know. Throws Problem 409 for the
 * last one, 503 where others hold it up.
 */
export function keepingAnAdmin(context: Context) {
  const oneByOne = queueOf(context);
  const isFull = async (userId: string) => (await currentUser(context, userId))?.role === 'full';
  return <T>(userId: string, change: () => Promise<T>): Promise<T> =>
    oneByOne.add(async () => {
      if (!(await isFull(userId))) return change();
      const turn = await turnOf(context);
      try {
        // Others may have been faster.
        if ((await isFull(userId)) && (await countFullAdmins(context.views)) <= 1) {
          throw new Problem(409, 'This is the last full admin. Make somebody else a full admin first.');
        }
        return await change();
      } finally {
        // Otherwise it runs out.
        await context.leases.release(turn).catch(() => undefined);
      }
    });
}

async function turnOf({ leases }: Context): Promise<Lease> {
  const owner = randomUUID();
  const until = performance.now() + patience;
  while (performance.now() < until) {
    const turn = await leases.acquire('full admins', owner, turnLasts);
    if (turn !== null) return turn;
    await pause(50);
  }
  throw new Problem(503, 'Somebody else is changing the admins just now. Please try again in a moment.', {
    'Retry-After': '5',
  });
}
