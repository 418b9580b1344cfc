import type { Documents } from '#projections/store/port.ts';
import type { Clock } from '#server/lib/clock.ts';
import { documentSpaces } from '#projections/store/document-spaces.ts';

const space = documentSpaces.llmCalls;
const retentionMs = 3 * 24 * 60 * 60 * 1000;

type DayCalls = { id: string; calls: number };

/** The number of calls made today, in UTC. */
export async function countCallsToday(documents: Documents, clock: Clock): Promise<number> {
  return (await documents.get<DayCalls>(space, clock().toISOString().slice(0, 10)))?.calls ?? 0;
}

/** Counts the calls of each day in UTC, of all processes, across restarts. */
export function createDailyBudget(documents: Documents, clock: Clock, maxCalls: number) {
  const countOne = async (id: string): Promise<boolean> => {
    const before = await documents.get<DayCalls>(space, id);
    if ((before?.calls ?? 0) >= maxCalls) return false;
    const next: DayCalls = { id, calls: (before?.calls ?? 0) + 1 };
    const isCounted = await (before === null
      ? documents.compareAndSet(space, null, next, clock().getTime() + retentionMs)
      : documents.compareAndSet(space, before, next));
    return isCounted || countOne(id);
  };

  return {
    /** Takes one call from today's budget; false if it is used up. Throws StoreUnavailable. */
    spend: (): Promise<boolean> => countOne(clock().toISOString().slice(0, 10)),
  };
}
