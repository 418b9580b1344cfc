import { createHash } from 'node:crypto';
import { readPages } from '#projections/store/list-all.ts';
import type { ViewReader } from '#projections/store/port.ts';

/**
 * The exact content of a view for readers: the number of documents, and a SHA-256 over all of them in the order of ids.
 */
export type ViewDigest = { documents: number; sha256: string };

/** Each document counts as its id, a line break, its JSON, a line break. */
export async function computeViewDigest(views: ViewReader, view: string): Promise<ViewDigest> {
  const hash = createHash('sha256');
  let documents = 0;
  for await (const docs of readPages(views, view)) {
    for (const doc of docs) hash.update(`${doc.id}\n${JSON.stringify(doc)}\n`);
    documents += docs.length;
  }
  return { documents, sha256: hash.digest('hex') };
}
