import type { Doc, Kept, ListedDocuments } from '#projections/store/port.ts';
import { StartRefused } from '#server/lib/errors.ts';
import { unfinishedSpace } from '#server/platform/storage/unfinished-move.ts';
import { canonical, type Sum, summing } from './digest.ts';

type Both = { source: ListedDocuments; target: ListedDocuments };
type Translate = (doc: Doc) => Doc;
/** `now` is one moment for the whole move, in ms since 1970: what ends within the hour after it counts as gone. */
type How = { translated: Translate; now: number };

/** Whose password or role has changed meanwhile could still be signed in with an old session: nobody is. */
const notCopied = new Set(['sessions', unfinishedSpace]);
const pageSize = 500;
const soon = 60 * 60_000;

/** Makes the documents of the target those of the source; sessions end. Throws StoreUnavailable. */
export async function copyDocuments({ source, target }: Both, { translated, now }: How): Promise<void> {
  for await (const { space, doc, expires } of documentsOf(source, now)) {
    await target.put(space, translated(doc), expires ?? undefined);
  }
  for await (const { space, doc } of documentsOf(target, now)) {
    if ((await source.get(space, doc.id)) === null) await target.remove(space, doc.id);
  }
  for await (const { doc } of pagesOf(target, 'sessions')) await target.remove('sessions', doc.id);
}

/** Throws StartRefused where the two are not the same. */
export async function verifyDocuments({ source, target }: Both, { translated, now }: How): Promise<Sum> {
  const expected = await sumOf(source, { translated, now });
  const found = await sumOf(target, { translated: (doc) => doc, now });
  if (expected.sha256 === found.sha256) return expected;
  throw new StartRefused(
    `The copied documents differ from those of the source (${found.count} and ${expected.count}): stop everything that writes to either, and run it again`,
  );
}

/** All that are copied, space by space, in the order of their ids. */
export async function* documentsOf(documents: ListedDocuments, now: number) {
  for (const space of (await documents.spaces()).toSorted()) {
    if (notCopied.has(space)) continue;
    for await (const kept of pagesOf(documents, space)) {
      if (kept.expires === null || kept.expires > now + soon) yield { space, ...kept };
    }
  }
}

async function* pagesOf(documents: ListedDocuments, space: string): AsyncGenerator<Kept> {
  for (let after = ''; ; ) {
    const page = await documents.page(space, after, pageSize);
    const last = page.at(-1);
    if (!last) return;
    yield* page;
    after = last.doc.id;
  }
}

async function sumOf(documents: ListedDocuments, { translated, now }: How): Promise<Sum> {
  const { add, sum } = summing();
  for await (const { space, doc, expires } of documentsOf(documents, now))
    add(canonical([space, translated(doc), expires]));
  return sum();
}
