import { randomUUID } from 'node:crypto';
import type { Lease, Leases } from '#projections/store/port.ts';
import { delay } from '#server/lib/delay.ts';

type LeaseRequest = { leases: Leases; task: string; leaseTtlMs: number; timeoutMs: number };

const attemptIntervalMs = 50;

/** Polls until the lease is free; null where that takes longer than `timeoutMs`. */
export async function acquireLease({ leases, task, leaseTtlMs, timeoutMs }: LeaseRequest): Promise<Lease | null> {
  const owner = randomUUID();
  const until = performance.now() + timeoutMs;
  for (;;) {
    const lease = await leases.acquire(task, owner, leaseTtlMs);
    if (lease !== null || performance.now() > until) return lease;
    await delay(attemptIntervalMs);
  }
}
