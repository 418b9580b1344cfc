import type { Doc, Documents, ListedDocuments } from '#projections/store/port.ts';
import { StartRefused } from '../stores/data-folder.ts';
import { rewrapSealKey } from '../history/seal-key.ts';
import { type SubjectKeyDoc, subjectKeysSpace, unwrapped, wrapped, wrappingKey } from '../privacy/subject-keys.ts';
import { derivedKey } from './keys.ts';
import { keptRoot, type RootDoc, rootPurposes, rootsKey, rootsSpace } from './roots.ts';
import { keptMark, markOf, putMark } from './same-key.ts';
import { type Sealed, seal, unseal } from './sealed.ts';
import { type Credential } from './vault.ts';

const space = 'key-rotation';
const id = 'rotation';
const pageSize = 500;

/** Under way from `from` to `to`, which are marks of keys. */
type Rotation = Doc & { from: string; to: string };
type Keys = { from: string; to: string };
type Rotating = Keys & { documents: ListedDocuments; where: string; onProgress?: (done: number) => void };

/** Half of what is sealed opens under the one key and half under the other. Throws StartRefused. */
export async function refuseUnfinishedRotation(documents: Pick<Documents, 'get'>, where: string): Promise<void> {
  if ((await documents.get(space, id)) === null) return;
  throw new StartRefused(
    `The CREDENTIAL_KEY of ${where} was changed in part only: run the same \`npm run keys -- rotate\` again until it says that it is done`,
  );
}

/**
 * Seals under `to` all that is sealed under `from`. It may be stopped at any moment and run again. Resolves to the
 * number of what it sealed anew. Throws StartRefused where neither key is the right one, StoreDamaged.
 */
export async function rotate(rotating: Rotating): Promise<number> {
  const { documents, from, to } = rotating;
  await begin(rotating);
  let done = 0;
  const count = (changed: number) => {
    done += changed;
    rotating.onProgress?.(done);
  };
  await rotateRoots(documents, { from, to });
  for (const { space: kept, change } of sealers({ from, to })) await changeAll(documents, kept, change, count);
  await rewrapSealKey(documents, derivedKey(from, 'seal key'), derivedKey(to, 'seal key'));
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

type Change = (doc: Doc) => Doc | null;

/** What is sealed, by where it lies; null where it is under the new key already, or was never sealed. */
function sealers({ from, to }: Keys): { space: string; change: Change }[] {
  const wraps = { from: wrappingKey(from), to: wrappingKey(to) };
  const passwords = { from: derivedKey(from, 'password recovery'), to: derivedKey(to, 'password recovery') };
  const sellers = { from: derivedKey(from, 'sellers'), to: derivedKey(to, 'sellers') };
  return [
    { space: subjectKeysSpace, change: (doc) => rewrapped(doc as SubjectKeyDoc, wraps) },
    {
      space: 'credentials',
      change: (doc) => {
        const { recoverable } = doc as Credential; // the vault keeps nothing else there
        const sealed = recoverable && resealed(recoverable, doc.id, passwords);
        return sealed && { ...doc, recoverable: sealed };
      },
    },
    {
      space: 'sellers',
      change: (doc) => {
        const sealed = resealed((doc as Doc & { sealed: Sealed }).sealed, doc.id, sellers);
        return sealed && { ...doc, sealed };
      },
    },
  ];
}

type Pair = { from: Buffer; to: Buffer };

/** Null where the old key does not open it: it is under the new one, or was lost long ago. */
function resealed(sealed: Sealed, owner: string, { from, to }: Pair): Sealed | null {
  const text = unseal(from, owner, sealed);
  return text === null ? null : seal(to, owner, text);
}

/** Throws StoreDamaged where neither key opens it. */
function rewrapped(doc: SubjectKeyDoc, { from, to }: Pair): SubjectKeyDoc | null {
  if (!('wrapped' in doc) || isUnder(to, doc)) return null;
  const key = unwrapped(from, doc);
  return key && wrapped(to, doc.id, key);
}

function isUnder(wrapping: Buffer, doc: SubjectKeyDoc): boolean {
  try {
    return unwrapped(wrapping, doc) !== null;
  } catch {
    return false;
  }
}

async function changeAll(
  documents: ListedDocuments,
  kept: string,
  change: Change,
  count: (changed: number) => void,
): Promise<void> {
  for (let after = ''; ; ) {
    const page = await documents.page(kept, after, pageSize);
    const changed = page.flatMap(({ doc, expires }) => {
      const next = change(doc);
      return next ? [documents.put(kept, next, expires ?? undefined)] : [];
    });
    await Promise.all(changed);
    count(changed.length);
    const last = page.at(-1);
    if (!last) return;
    after = last.doc.id;
  }
}

async function rotateRoots(documents: Documents, { from, to }: Keys): Promise<void> {
  for (const purpose of rootPurposes) {
    const doc = await documents.get<RootDoc>(rootsSpace, purpose);
    const text = doc && unseal(rootsKey(from), purpose, doc.sealed);
    if (doc && text === null) continue;
    const root = text ? Buffer.from(text, 'base64') : derivedKey(from, purpose);
    await documents.put(rootsSpace, keptRoot(to, purpose, root));
  }
}
