import type { Logger } from 'pino';
import type { Documents } from '#projections/store/port.ts';
import type { Clock } from '#server/lib/clock.ts';

const space = 'opinion-state';
const id = 'breaker';

type OpenDoc = { id: string; since: string };

/** Notes for all processes that the endpoint is not asked just now, or is again. */
export function openOpinionState({ documents, clock, log }: { documents: Documents; clock: Clock; log: Logger }) {
  /** Unknown at first: a process before this one may have left it open. */
  let isOpen: boolean | null = null;
  const become = (open: boolean, write: () => Promise<void>) => {
    if (isOpen === open) return;
    isOpen = open;
    write().catch((error: unknown) => {
      isOpen = null;
      log.warn({ err: error }, 'The state of the second opinion could not be noted');
    });
  };
  return {
    opened: () => {
      const doc: OpenDoc = { id, since: clock().toISOString() };
      become(true, () => documents.put(space, doc));
    },
    closed: () => become(false, () => documents.remove(space, id)),
  };
}

/** Since when the endpoint is not asked, as it failed again and again; null while it is. ISO 8601. */
export async function breakerOpenSince(documents: Documents): Promise<string | null> {
  return (await documents.get<OpenDoc>(space, id))?.since ?? null;
}
