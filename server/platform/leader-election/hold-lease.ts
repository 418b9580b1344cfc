import type { Lease, Leases } from '#projections/store/port.ts';
import { delay, withTimeout } from '#server/lib/delay.ts';

export type HeldLease = {
  lease: Lease;
  leases: Leases;
  leaseTtlMs: number;
  renewalsPerLease?: number;
  acquiredAt: number;
  stopSignal: AbortSignal;
  /** Whether this process should keep it; without one, always. */
  isWanted?: () => boolean;
};

/**
 * Renews the lease until `stopSignal`, or it is no longer wanted, or until it is lost: when the store says so, or has
 * not answered for as long as a lease lasts. Only times of this process are compared with each other.
 */
export async function holdLease({
  lease,
  leases,
  leaseTtlMs,
  renewalsPerLease = 3,
  acquiredAt,
  stopSignal,
  isWanted,
}: HeldLease): Promise<void> {
  let confirmedAt = acquiredAt;
  for (;;) {
    await delay(leaseTtlMs / renewalsPerLease, stopSignal);
    if (stopSignal.aborted || isWanted?.() === false) return;
    const requestedAt = performance.now();
    // Where this process itself paused for that long, the store may still confirm its lease.
    const left = Math.max(confirmedAt + leaseTtlMs - requestedAt, leaseTtlMs / renewalsPerLease);
    const isOurs = await answerInTime(leases.renew(lease, leaseTtlMs), left);
    if (isOurs === false) return;
    if (isOurs) confirmedAt = requestedAt;
    else if (performance.now() >= confirmedAt + leaseTtlMs) return;
  }
}

/** Null where the answer does not come in time, or the store is unavailable. */
export function answerInTime<T>(answer: Promise<T>, timeoutMs = 1_000): Promise<T | null> {
  const orNull = () => null;
  return withTimeout(answer, timeoutMs, orNull).catch(orNull);
}
