import { randomUUID } from 'node:crypto';
import type { Lease, Leases } from '#projections/store/port.ts';
import type { Log } from '#server/lib/log.ts';
import { runEvery } from '#server/lib/scheduler.ts';

type SpreadOptions = {
  leases: Leases;
  /** What the names of its announcements begin with. */
  group: string;
  /** The same in all processes, in the same order. */
  tasks: readonly string[];
  log: Pick<Log, 'error'>;
  leaseTtlMs?: number;
  /** How often each process renews what it announces in that time. */
  renewalsPerLease?: number;
};

export type LeaseSpread = {
  /** Whether this process should do the task now, as far as it knows. */
  isOurs: (task: string) => boolean;
  /** Whether it could do the task well at once: it cannot while its work has failed, or is not loaded. */
  recordAble: (task: string, isAble: boolean) => void;
  stop: () => Promise<void>;
};

/**
 * Spreads tasks evenly over the processes that compete for them. Each announces itself by a lease of its own, which
 * ends with it, and all draw the same conclusion: the tasks go round the processes that are able to do them, the oldest
 * process first; round all of them where none is. This only tells who should compete: the lease of a task decides.
 */
export function createLeaseSpread(options: SpreadOptions): LeaseSpread {
  const { leases, group, tasks, log, leaseTtlMs = leases.leaseTtlMs, renewalsPerLease = 4 } = options;
  let id = createId();
  let announcedAt = performance.now();
  const processes = `${group}/processes/`;
  const unable = (task: string) => `${group}/unable/${task}/`;
  const unableTasks = new Set<string>();
  const announced = new Map<string, Lease>();
  let names = new Set<string>();

  /** Whether its last announcement had expired. */
  const announce = async (name: string): Promise<boolean> => {
    const before = announced.get(name);
    const lease = await leases.acquire(name, id, leaseTtlMs);
    if (lease !== null) announced.set(name, lease);
    return before !== undefined && lease?.token !== before.token;
  };
  const withdraw = async ([name, lease]: [string, Lease]) => {
    await leases.release(lease);
    announced.delete(name);
  };
  const announceAll = async (): Promise<boolean> => {
    const current = [`${processes}${id}`, ...Array.from(unableTasks, (task) => `${unable(task)}${id}`)];
    const outdated = [...announced].filter(([name]) => !current.includes(name));
    const [hasExpired] = await Promise.all([...current.map(announce), ...outdated.map(withdraw)]);
    announcedAt = performance.now();
    return hasExpired === true;
  };
  const refresh = async () => {
    // Others have taken its tasks while it was suspended: it does not take them back, but joins as the youngest.
    if (performance.now() - announcedAt > leaseTtlMs) id = createId();
    if (await announceAll()) {
      id = createId();
      await announceAll();
    }
    names = new Set(await leases.list(`${group}/`));
  };
  const refreshing = runEvery({
    work: refresh,
    intervalMs: leaseTtlMs / renewalsPerLease,
    log,
    failureMessage: `Failed to read who shares the tasks of ${group}; trying again later`,
  });

  const listAble = (task: string): string[] => {
    const all = [...names].filter((name) => name.startsWith(processes)).map((name) => name.slice(processes.length));
    const able = all.filter((one) => !names.has(`${unable(task)}${one}`));
    return (able.length > 0 ? able : all).toSorted();
  };
  return {
    isOurs: (task) => {
      const able = listAble(task);
      return able[tasks.indexOf(task) % able.length] === id;
    },
    recordAble: (task, isAble) => {
      if (isAble) unableTasks.delete(task);
      else unableTasks.add(task);
    },
    stop: async () => {
      await refreshing.stop();
      await Promise.all([...announced].map(withdraw)).catch(() => undefined);
    },
  };
}

/** Ids of processes that began later are greater. */
function createId(): string {
  return `${String(Date.now()).padStart(15, '0')}-${randomUUID()}`;
}
