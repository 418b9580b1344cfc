import { randomBytes } from 'node:crypto';
import { coalesce } from '#server/lib/coalesce.ts';
import { insertOrGet } from '#projections/store/insert-or-get.ts';
import { listAll } from '#projections/store/list-all.ts';
import { type Doc, type Documents, StoreDamaged } from '#projections/store/port.ts';
import { visitDaySubject } from '#domain/event-catalog/personal-data.ts';
import { deriveKey } from './derive-key.ts';
import { type EncryptedStore, isCurrentKey } from './key-rotation.ts';
import { encrypt, decrypt } from './deterministic-cipher.ts';
import { createLruCache } from './lru-cache.ts';
import { createSubjectTokens, type SubjectTokens } from './subject-tokens.ts';
import { documentSpaces } from '#projections/store/document-spaces.ts';

export const subjectKeysSpace = documentSpaces.subjectKeys;
const keyBytes = 32;
/** About 200 bytes each. */
const maxCachedKeys = 50_000;

/** `id` is the subject. A destroyed key leaves the time of its destruction (ISO 8601). */
export type SubjectKeyDoc = Doc & ({ wrapped: string } | { erasedAt: string });
/** Null means a key that was destroyed. */
export type SubjectKey = Buffer | null;
/** What a key is that is lost: missing, or wrapped with another key. */
export type LostKey = StoreDamaged;

/** The key that wraps those of the subjects. */
export function deriveWrappingKey(credentialKey: string): Buffer {
  return deriveKey(credentialKey, 'subject keys');
}

/** A subject's key as stored in the documents. Throws StoreDamaged with another key. */
export function unwrapKey(wrapping: Buffer, doc: SubjectKeyDoc): SubjectKey {
  if (!('wrapped' in doc)) return null;
  const key = decrypt(wrapping, doc.id, doc.wrapped);
  if (key !== null) return Buffer.from(key, 'base64');
  throw new StoreDamaged(
    'The personal data were sealed under another key: give the CREDENTIAL_KEY of then, or restore credential.key from a backup. Where a change of the key was cut short, run `npm run keys -- rotate` again.',
  );
}

export function wrapKey(wrapping: Buffer, subject: string, key: Buffer): SubjectKeyDoc {
  return { id: subject, wrapped: encrypt(wrapping, subject, key.toString('base64')) };
}

export const encryptedSubjectKeys: EncryptedStore = {
  space: subjectKeysSpace,
  createReencryptor: ({ from, to }) => {
    const [own, next] = [deriveWrappingKey(from), deriveWrappingKey(to)];
    return (doc) => rewrapKey(doc as SubjectKeyDoc, { from: own, to: next }); // the space holds no other documents
  },
};

/** Throws StoreDamaged where neither key decrypts it. */
function rewrapKey(doc: SubjectKeyDoc, { from, to }: { from: Buffer; to: Buffer }): SubjectKeyDoc | null {
  if (!('wrapped' in doc) || isWrappedBy(to, doc)) return null;
  const key = unwrapKey(from, doc);
  return key && wrapKey(to, doc.id, key);
}

function isWrappedBy(wrapping: Buffer, doc: SubjectKeyDoc): boolean {
  try {
    return unwrapKey(wrapping, doc) !== null;
  } catch {
    return false;
  }
}

export type SubjectKeys = {
  /** Reads memory only; undefined where the key must be loaded. */
  cached: (subject: string) => SubjectKey | undefined;
  /** The keys of a batch. Throws StoreDamaged where this process has a former CREDENTIAL_KEY; StoreUnavailable. */
  load: (subjects: ReadonlySet<string>) => Promise<ReadonlyMap<string, SubjectKey | LostKey>>;
  /** The keys of these subjects, created and durable where there were none. Throws as `load`. */
  ensure: (subjects: ReadonlySet<string>) => Promise<ReadonlyMap<string, SubjectKey | LostKey>>;
  /** Durable when it resolves: what was encrypted for this subject can never be decrypted again, nor attributed. */
  destroy: (subject: string, at: string) => Promise<void>;
  /** The same for all visits of the days before one (yyyy-MM-dd). */
  destroyVisits: (before: string, at: string) => Promise<void>;
  /** Stops caching keys that another process may destroy at any moment. */
  release: (subject: string) => void;
  tokens: SubjectTokens;
};

type SubjectKeysDeps = {
  documents: Pick<Documents, 'get' | 'getMany' | 'compareAndSet' | 'put' | 'list' | 'putAll' | 'removeAll'>;
  credentialKey: () => string;
};

/** A random key of 32 bytes per subject, stored beside the log: erasing a subject's data is destroying its key. */
export function createSubjectKeys({ documents, credentialKey }: SubjectKeysDeps): SubjectKeys {
  const inMemory = createLruCache<SubjectKey>(maxCachedKeys);
  const released = createLruCache<true>(maxCachedKeys);
  const tokens = createSubjectTokens(documents);
  let root: { credentialKey: string; wrapping: Buffer } | null = null;
  const getRoot = () => (root ??= openRoot(credentialKey()));
  const isRootCurrent = coalesce(() => isCurrentKey(documents, getRoot().credentialKey));

  /** A destroyed key stays destroyed, whatever was read before. */
  const remember = (subject: string, key: SubjectKey): SubjectKey => {
    if (inMemory.get(subject) === null) return null;
    if (key === null || !released.get(subject)) inMemory.set(subject, key);
    return key;
  };

  const openKey = (subject: string, doc: SubjectKeyDoc | null): SubjectKey | LostKey => {
    const key = openStoredKey(getRoot().wrapping, subject, doc);
    return key instanceof StoreDamaged ? key : remember(subject, key);
  };
  const load: SubjectKeys['load'] = async (subjects) => {
    const subjectIds = [...subjects];
    const docs = await documents.getMany<SubjectKeyDoc>(subjectKeysSpace, subjectIds);
    const keyBySubject = new Map<string, SubjectKey | LostKey>();
    for (const [index, subject] of subjectIds.entries())
      keyBySubject.set(subject, openKey(subject, docs[index] ?? null));
    await assertCurrentRoot(keyBySubject, isRootCurrent);
    return keyBySubject;
  };

  const destroy: SubjectKeys['destroy'] = async (subject, at) => {
    inMemory.set(subject, null);
    const doc: SubjectKeyDoc = { id: subject, erasedAt: at };
    await documents.put(subjectKeysSpace, doc);
    await tokens.remove(await tokens.listOf(subject));
  };

  const ensure: SubjectKeys['ensure'] = async (subjects) => {
    const { keyBySubject, unknown } = findCached(subjects, inMemory.get);
    const docs = unknown.length === 0 ? [] : await documents.getMany<SubjectKeyDoc>(subjectKeysSpace, unknown);
    for (const [index, subject] of unknown.entries()) {
      const doc = docs[index] ?? (await insertKey(documents, createKey(getRoot().wrapping, subject), isRootCurrent));
      keyBySubject.set(subject, openKey(subject, doc));
    }
    await assertCurrentRoot(keyBySubject, isRootCurrent);
    return keyBySubject;
  };

  return {
    cached: inMemory.get,
    load,
    ensure,
    destroy,
    destroyVisits: async (before, at) => {
      const id = { gt: visitDaySubject(''), lt: visitDaySubject(before) };
      for (const doc of await listAll<SubjectKeyDoc>(documents, subjectKeysSpace, { id })) {
        if ('wrapped' in doc) await destroy(doc.id, at);
      }
    },
    release: (subject) => {
      released.set(subject, true);
      if (inMemory.get(subject) !== null) inMemory.remove(subject);
    },
    tokens,
  };
}

function findCached(subjects: ReadonlySet<string>, get: SubjectKeys['cached']) {
  const keyBySubject = new Map<string, SubjectKey | LostKey>();
  const unknown: string[] = [];
  for (const subject of subjects) {
    const key = get(subject);
    if (key === undefined) unknown.push(subject);
    else keyBySubject.set(subject, key);
  }
  return { keyBySubject, unknown };
}

function openStoredKey(wrapping: Buffer, subject: string, doc: SubjectKeyDoc | null): SubjectKey | LostKey {
  if (doc === null) return createMissingKeyError(subject);
  try {
    return unwrapKey(wrapping, doc);
  } catch (error) {
    return error instanceof StoreDamaged ? error : createMissingKeyError(subject);
  }
}

function openRoot(credentialKey: string) {
  return { credentialKey, wrapping: deriveWrappingKey(credentialKey) };
}

/** To a process with a former root every key seems lost: throws then. */
async function assertCurrentRoot(
  keyBySubject: ReadonlyMap<string, SubjectKey | LostKey>,
  isRootCurrent: () => Promise<boolean>,
): Promise<void> {
  const lost = [...keyBySubject.values()].find((key) => key instanceof StoreDamaged);
  if (lost && !(await isRootCurrent())) throw lost;
}

/** A process that was paused while the root was changed, and taken for dead, leaves no key under the former one. */
async function insertKey(
  documents: SubjectKeysDeps['documents'],
  own: SubjectKeyDoc,
  isRootCurrent: () => Promise<boolean>,
): Promise<SubjectKeyDoc> {
  const storedKey = await insertOrGet(documents, subjectKeysSpace, own);
  if (storedKey !== own || (await isRootCurrent())) return storedKey;
  await documents.compareAndSet(subjectKeysSpace, own, null);
  throw new StoreDamaged('The CREDENTIAL_KEY was changed: start this process with the new one.');
}

function createKey(wrapping: Buffer, subject: string): SubjectKeyDoc {
  return wrapKey(wrapping, subject, randomBytes(keyBytes));
}

function createMissingKeyError(subject: string): StoreDamaged {
  return new StoreDamaged(
    `The key of the personal data of ${subject} is missing, and was not destroyed: the log and the credentials are not of the same time. Restore both from one backup.`,
  );
}
