import type { Doc, Documents, ListedDocuments } from '#projections/store/port.ts';
import { StartRefused } from '#server/lib/errors.ts';
import { derivedKey } from './keys.ts';
import { keptRoot, type RootDoc, rootPurposes, rootsKey, rootsSpace } from './roots.ts';
import { keptMark, markOf, putMark } from './same-key.ts';
import { unseal } from './sealed.ts';

const space = 'key-rotation';
const id = 'rotation';
const pageSize = 500;

/** A rotation under way; `from` and `to` are marks of keys. */
type Rotation = Doc & { from: string; to: string };
/** CREDENTIAL_KEYs, in base64. */
export type RotatedKeys = { from: string; to: string };

/** A space of documents of which a part is sealed under a key that is derived from the CREDENTIAL_KEY. */
export type EncryptedStore = {
  space: string;
  /**
   * Seals that part of a document under the new key; null where there is none, or where it is under the new key
   * already. Throws StoreDamaged where a document must open, and neither key opens it.
   */
  createResealer: (keys: RotatedKeys) => (doc: Doc) => Doc | null;
};

type Rotating = RotatedKeys & {
  documents: ListedDocuments;
  stores: readonly EncryptedStore[];
  where: string;
  onProgress?: (done: number) => void;
};

/** Throws StartRefused while some of the secrets are under the one key and some under the other. */
export async function refuseUnfinishedRotation(documents: Pick<Documents, 'get'>, where: string): Promise<void> {
  if ((await documents.get(space, id)) === null) return;
  throw new StartRefused(
    `The CREDENTIAL_KEY of ${where} was changed in part only: run the same \`npm run keys -- rotate\` again until it says that it is done`,
  );
}

/**
 * Seals under `to` all that is sealed under `from`: the roots, and what lies in `stores`. It may be stopped at any
 * moment and run again. Resolves to the number of documents of `stores` that it sealed again. Throws StartRefused where
 * neither key is the right one, StoreDamaged.
 */
export async function rotate(rotating: Rotating): Promise<number> {
  const { documents, stores, from, to } = rotating;
  await begin(rotating);
  let done = 0;
  const count = (changed: number) => {
    done += changed;
    rotating.onProgress?.(done);
  };
  await rotateRoots(documents, { from, to });
  for (const store of stores) await resealAll(documents, store, { from, to }, count);
  await putMark(documents, to);
  return done;
}

/** To be called when the new key is where the next start looks for it. */
export function endRotation(documents: Documents): Promise<void> {
  return documents.remove(space, id);
}

/** Whether a rotation that was cut short led to this very key, and has nothing left to do but to end. */
export async function isRotatedTo(documents: Documents, key: string): Promise<boolean> {
  const under = await documents.get<Rotation>(space, id);
  return under !== null && under.to === markOf(key) && (await keptMark(documents)) === under.to;
}

async function begin({ documents, from, to, where }: Rotating): Promise<void> {
  const [own, next] = [markOf(from), markOf(to)];
  const under = await documents.get<Rotation>(space, id);
  if (under && (under.from !== own || under.to !== next)) {
    throw new StartRefused(
      `A change of the CREDENTIAL_KEY of ${where} was begun with other keys: give the same CREDENTIAL_KEY and CREDENTIAL_KEY_NEW as then`,
    );
  }
  const kept = await keptMark(documents);
  if (under === null && kept !== own) {
    throw new StartRefused(`CREDENTIAL_KEY is not the key that the accounts in ${where} were made under`);
  }
  if (own === next) throw new StartRefused('CREDENTIAL_KEY_NEW is the key that is in use already: give another one');
  const rotation: Rotation = { id, from: own, to: next };
  await documents.put(space, rotation);
}

async function resealAll(
  documents: ListedDocuments,
  { space: sealedSpace, createResealer }: EncryptedStore,
  keys: RotatedKeys,
  count: (changed: number) => void,
): Promise<void> {
  const reseal = createResealer(keys);
  for (let after = ''; ; ) {
    const page = await documents.page(sealedSpace, after, pageSize);
    const changed = page.flatMap(({ doc, expires }) => {
      const next = reseal(doc);
      return next ? [documents.put(sealedSpace, next, expires ?? undefined)] : [];
    });
    await Promise.all(changed);
    count(changed.length);
    const last = page.at(-1);
    if (!last) return;
    after = last.doc.id;
  }
}

async function rotateRoots(documents: Documents, { from, to }: RotatedKeys): Promise<void> {
  for (const purpose of rootPurposes) {
    const doc = await documents.get<RootDoc>(rootsSpace, purpose);
    const text = doc && unseal(rootsKey(from), purpose, doc.sealed);
    if (doc && text === null) continue;
    const root = text ? Buffer.from(text, 'base64') : derivedKey(from, purpose);
    await documents.put(rootsSpace, keptRoot(to, purpose, root));
  }
}
