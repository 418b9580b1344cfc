import type { Doc, Documents } from './port.ts';

/** Inserts a document without an expiry unless its id exists. Resolves to the stored one, the same for all callers. */
export async function insertOrGet<D extends Doc>(
  documents: Pick<Documents, 'compareAndSet' | 'getMany'>,
  space: string,
  doc: D,
): Promise<D> {
  for (;;) {
    if (await documents.compareAndSet(space, null, doc)) return doc;
    const [stored] = await documents.getMany<D>(space, [doc.id]);
    if (stored) return stored;
  }
}
