import type { Documents } from '#projections/store/port.ts';
import type { Clock } from '#server/lib/clock.ts';
import { documentSpaces } from '#projections/store/document-spaces.ts';
import { updateDocument } from '#projections/store/update-document.ts';

const space = documentSpaces.llmCalls;
const retentionMs = 3 * 24 * 60 * 60 * 1000;

type DayCalls = { id: string; calls: number };

/** The number of calls made today, in UTC. */
export async function countCallsToday(documents: Documents, clock: Clock): Promise<number> {
  return (await documents.get<DayCalls>(space, clock().toISOString().slice(0, 10)))?.calls ?? 0;
}

/** Counts the calls of each day in UTC, of all processes, across restarts. */
export function createDailyBudget(documents: Documents, clock: Clock, maxCalls: number) {
  const expires = () => clock().getTime() + retentionMs;
  const countOne = async (id: string): Promise<boolean> => {
    let isCounted = false;
    await updateDocument(documents, { space, id, expires }, (dayCalls: DayCalls | null) => {
      const calls = dayCalls?.calls ?? 0;
      isCounted = calls < maxCalls;
      return isCounted ? { id, calls: calls + 1 } : dayCalls;
    });
    return isCounted;
  };

  return {
    /** Takes one call from today's budget; false if it is used up. Throws StoreUnavailable. */
    spend: (): Promise<boolean> => countOne(clock().toISOString().slice(0, 10)),
  };
}
