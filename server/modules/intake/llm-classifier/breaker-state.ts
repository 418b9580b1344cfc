import type { Documents } from '#projections/store/port.ts';
import { documentSpaces } from '#projections/store/document-spaces.ts';
import type { DocumentDeps } from '#server/platform/modules/platform.ts';

const space = documentSpaces.llmBreaker;
const id = 'breaker';

type BreakerDoc = { id: string; since: string };

/** Records for all processes whether the circuit breaker of the endpoint is open. */
export function createBreakerState({ documents, clock, log }: DocumentDeps) {
  /** Unknown at first: an earlier process may have left it open. */
  let isOpen: boolean | null = null;
  const setOpen = (open: boolean, write: () => Promise<void>) => {
    if (isOpen === open) return;
    isOpen = open;
    write().catch((error: unknown) => {
      isOpen = null;
      log.warn({ err: error }, 'Failed to save the state of the LLM circuit breaker');
    });
  };
  return {
    recordOpen: () => {
      const doc: BreakerDoc = { id, since: clock().toISOString() };
      setOpen(true, () => documents.put(space, doc));
    },
    recordClosed: () => setOpen(false, () => documents.remove(space, id)),
  };
}

/** Since when the breaker is open after repeated failures, ISO 8601; null while it is closed. */
export async function getBreakerOpenSince(documents: Documents): Promise<string | null> {
  return (await documents.get<BreakerDoc>(space, id))?.since ?? null;
}
