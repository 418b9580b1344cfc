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

/** Counts the calls of each day in UTC, across restarts. */
export function createDailyBudget(documents: Documents, clock: Clock, maxCalls: number) {
  let counted: Promise<DayCalls> | null = null;

  const next = async (before: DayCalls | null): Promise<DayCalls> => {
    const id = clock().toISOString().slice(0, 10);
    const day = before?.id === id ? before : ((await documents.get<DayCalls>(space, id)) ?? { id, calls: 0 });
    if (day.calls >= maxCalls) return { ...day, calls: maxCalls + 1 };
    const spent = { id, calls: day.calls + 1 };
    await documents.put(space, spent, clock().getTime() + retentionMs);
    return spent;
  };

  return {
    /** Takes one call from today's budget; false if it is used up. Throws StoreUnavailable. */
    spend: async (): Promise<boolean> => {
      const before = counted ?? Promise.resolve(null);
      const update = before.catch(() => null).then(next);
      counted = update;
      return (await update).calls <= maxCalls;
    },
  };
}
