import type { Doc, StoredDocument, ListedDocuments } from '#projections/store/port.ts';
import { StartupError } from '#server/lib/errors.ts';
import { migrationMarkerSpace } from '#server/platform/storage/migration-marker.ts';
import { toSortedJson, type Checksum, createChecksum } from './checksum.ts';
import { documentSpaces } from '#projections/store/document-spaces.ts';

type DocumentPair = { source: ListedDocuments; target: ListedDocuments };
type Translate = (doc: Doc) => Doc;
/**
 * `now` is one moment for the whole migration, in ms since 1970: what expires within the hour after it counts as
 * expired.
 */
type CopyOptions = { translate: Translate; now: number };

/**
 * An old session could belong to a user whose password or role has changed since, so no session is copied. Files are
 * copied by `copyBlobs`, as not every store has them among the documents.
 */
const skippedSpaces = new Set<string>([documentSpaces.sessions, documentSpaces.blobs, migrationMarkerSpace]);
const pageSize = 500;
const expiryMarginMs = 60 * 60_000;

/** Makes the documents of the target equal to the source's; sessions end. Throws StoreUnavailable. */
export async function copyDocuments({ source, target }: DocumentPair, { translate, now }: CopyOptions): Promise<void> {
  for await (const { space, doc, expires } of readDocuments(source, now)) {
    await target.put(space, translate(doc), expires ?? undefined);
  }
  for await (const { space, doc } of readDocuments(target, now)) {
    if ((await source.get(space, doc.id)) === null) await target.remove(space, doc.id);
  }
  for await (const { doc } of readSpace(target, documentSpaces.sessions))
    await target.remove(documentSpaces.sessions, doc.id);
}

/** Throws StartupError where the two differ. */
export async function verifyDocuments(
  { source, target }: DocumentPair,
  { translate, now }: CopyOptions,
): Promise<Checksum> {
  const expected = await sumDocuments(source, { translate, now });
  const actual = await sumDocuments(target, { translate: (doc) => doc, now });
  if (expected.sha256 === actual.sha256) return expected;
  throw new StartupError(
    `The copied documents differ from those of the source (${actual.count} and ${expected.count}): stop everything that writes to either, and run it again`,
  );
}

/** All documents to copy, collection by collection, in the order of their ids. */
export async function* readDocuments(documents: ListedDocuments, now: number) {
  for (const space of (await documents.spaces()).toSorted()) {
    if (skippedSpaces.has(space)) continue;
    for await (const listed of readSpace(documents, space)) {
      if (listed.expires === null || listed.expires > now + expiryMarginMs) yield { space, ...listed };
    }
  }
}

async function* readSpace(documents: ListedDocuments, space: string): AsyncGenerator<StoredDocument> {
  for (let after = ''; ; ) {
    const page = await documents.page(space, after, pageSize);
    const last = page.at(-1);
    if (!last) return;
    yield* page;
    after = last.doc.id;
  }
}

async function sumDocuments(documents: ListedDocuments, { translate, now }: CopyOptions): Promise<Checksum> {
  const { add, sum } = createChecksum();
  for await (const { space, doc, expires } of readDocuments(documents, now))
    add(toSortedJson([space, translate(doc), expires]));
  return sum();
}
