import type { Logger } from 'pino';
import type { Documents } from '#projections/store/port.ts';
import type { Clock } from '#server/lib/clock.ts';

const space = 'opinion-state';
const id = 'breaker';

type BreakerDoc = { id: string; since: string };

/** Notes for all processes that the endpoint is not asked just now, or is again. */
export function createBreakerState({ documents, clock, log }: { documents: Documents; clock: Clock; log: Logger }) {
  /** Unknown at first: a process before this one may have left it open. */
  let isOpen: boolean | null = null;
  const setOpen = (open: boolean, write: () => Promise<void>) => {
    if (isOpen === open) return;
    isOpen = open;
    write().catch((error: unknown) => {
      isOpen = null;
      log.warn({ err: error }, 'The state of the second opinion could not be noted');
    });
  };
  return {
    opened: () => {
      const doc: BreakerDoc = { id, since: clock().toISOString() };
      setOpen(true, () => documents.put(space, doc));
    },
    closed: () => setOpen(false, () => documents.remove(space, id)),
  };
}

/** Since when the endpoint is not asked, as it failed again and again; null while it is. ISO 8601. */
export async function getBreakerOpenSince(documents: Documents): Promise<string | null> {
  return (await documents.get<BreakerDoc>(space, id))?.since ?? null;
}
