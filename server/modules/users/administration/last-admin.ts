import PQueue from 'p-queue';
import { listFullAdmins } from '#projections/users.ts';
import type { Leases, ViewReader } from '#projections/store/port.ts';
import { HttpError } from '#server/platform/http/middleware/http-error.ts';
import type { FindUser } from '../accounts/deps.ts';
import { acquireLease } from '#server/platform/leader-election/acquire-lease.ts';
import { leaseTasks } from '#server/platform/leader-election/lease-tasks.ts';

/** In ms: longer than a change takes. A process that is killed during a change blocks the others at most this long. */
const leaseTtlMs = 15_000;
const leaseTimeoutMs = 5_000;

export type LastAdminDeps = {
  views: ViewReader;
  leases: Leases;
  /** Reads the role of an admin from the log. */
  findUser: FindUser;
};

/** Runs a change of a user, unless they are the last full admin. Throws HttpError 409, 503. */
export type EnsureOneFullAdmin = <T>(userId: string, change: () => Promise<T>) => Promise<T>;

/**
 * Runs changes that take the role of full admin from a user, or delete the user, one at a time across all processes, so
 * that two admins who remove each other do not both succeed, though the views may lag. Throws HttpError 409 for the last
 * full admin, 503 while another process holds the lease for too long. Create it once per process: its own requests then
 * queue instead of polling for the lease.
 */
export function createEnsureOneFullAdmin(deps: LastAdminDeps): EnsureOneFullAdmin {
  const { views, leases, findUser } = deps;
  const queue = new PQueue({ concurrency: 1 });
  const isFullAdmin = async (userId: string) => (await findUser(userId))?.role === 'full';
  const isThereAnother = async (userId: string) => {
    for (const { id } of await listFullAdmins(views)) if (id !== userId && (await isFullAdmin(id))) return true;
    return false;
  };
  return (userId, change) =>
    queue.add(async () => {
      if (!(await isFullAdmin(userId))) return change();
      const lease = await acquireLease({
        leases,
        task: leaseTasks.adminChanges,
        leaseTtlMs,
        timeoutMs: leaseTimeoutMs,
      });
      if (lease === null) throw createBusyError();
      try {
        // Another process may have changed an admin in the meantime.
        if ((await isFullAdmin(userId)) && !(await isThereAnother(userId))) {
          throw new HttpError(409, 'This is the last full admin. Make another user a full admin first.');
        }
        return await change();
      } finally {
        // A lease that is not released expires.
        await leases.release(lease).catch(() => undefined);
      }
    });
}

function createBusyError(): HttpError {
  return new HttpError(503, 'Another admin is changing roles. Please try again in a moment.', {
    'Retry-After': '5',
  });
}
