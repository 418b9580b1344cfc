import type { Documents } from '#projections/store/port.ts';
import type { Clock } from '#server/lib/clock.ts';

const space = 'opinion-calls';
const keptFor = 3 * 24 * 60 * 60 * 1000;

type Day = { id: string; calls: number };

/** How many calls were made today, in UTC. */
export async function callsToday(documents: Documents, clock: Clock): Promise<number> {
  return (await documents.get<Day>(space, clock().toISOString().slice(0, 10)))?.calls ?? 0;
}

/** Counts the calls of each day in UTC, over restarts too. */
export function createBudget(documents: Documents, clock: Clock, most: number) {
  let counted: Promise<Day> | null = null;

  const next = async (before: Day | null): Promise<Day> => {
    const id = clock().toISOString().slice(0, 10);
    const day = before?.id === id ? before : ((await documents.get<Day>(space, id)) ?? { id, calls: 0 });
    if (day.calls >= most) return { ...day, calls: most + 1 };
    const spent = { id, calls: day.calls + 1 };
    await documents.put(space, spent, clock().getTime() + keptFor);
    return spent;
  };

  return {
    /** Takes one call from the budget of today; false where nothing is left of it. Throws StoreUnavailable. */
    spend: async (): Promise<boolean> => {
      const before = counted ?? Promise.resolve(null);
      const mine = before.catch(() => null).then(next);
      counted = mine;
      return (await mine).calls <= most;
    },
  };
}
