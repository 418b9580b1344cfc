import { type Doc, type Documents, StoreUnavailable } from './port.ts';

/** More failures in a row are no race. */
const maxAttempts = 1_000;

type Place<D> = {
  space: string;
  id: string;
  /** In ms since 1970. Without it a new document does not expire, and a changed one keeps its expiry. */
  expires?: (next: D) => number;
};

/**
 * Changes a document in one step, so that the change of another writer is not lost. `change` gets the stored document,
 * null for none, and is called again where another writer was faster. It returns the next one, null to remove it, or
 * what it got to leave it. Resolves with what it returned last. Throws StoreUnavailable.
 */
export async function updateDocument<D extends Doc, N extends D | null>(
  documents: Pick<Documents, 'get' | 'compareAndSet'>,
  { space, id, expires }: Place<D>,
  change: (current: D | null) => N,
): Promise<N> {
  for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
    const current = await documents.get<D>(space, id);
    const next = change(current);
    if (next === current) return next;
    const expiry = next === null ? undefined : expires?.(next);
    if (current !== null && (await documents.compareAndSet(space, current, next, expiry))) return next;
    if (current === null && next !== null && (await documents.compareAndSet(space, null, next, expiry))) return next;
  }
  throw new StoreUnavailable(
    `A document of ${space} could not be changed: the stored one is never the one that was read`,
  );
}
