import type { Doc, Documents, ListedDocuments } from '#projections/store/port.ts';
import { StartupError } from '#server/lib/errors.ts';
import { deriveKey } from './derive-key.ts';
import {
  toSecretDoc,
  type DerivedSecretDoc,
  secretPurposes,
  deriveSecretsKey,
  derivedSecretsSpace,
} from './derived-secrets.ts';
import { readKeyCheck, computeKeyCheck, writeKeyCheck } from './key-check.ts';
import { decryptText, type EncryptedText, reencryptText } from './encrypted-text.ts';
import { documentSpaces } from '#projections/store/document-spaces.ts';

const space = documentSpaces.keyRotation;
const id = 'rotation';
const pageSize = 500;

/** A rotation in progress; `from` and `to` are check values of keys. */
type Rotation = Doc & { from: string; to: string };
/** CREDENTIAL_KEYs, in base64. */
export type RotationKeys = { from: string; to: string };

/** A collection of documents of which a part is encrypted with a key that is derived from the CREDENTIAL_KEY. */
export type EncryptedStore = {
  space: string;
  /**
   * Encrypts that part of a document with the new key; null where there is none, or where it has the new key already.
   * Throws StoreDamaged where neither key decrypts a document that must decrypt.
   */
  createReencryptor: (keys: RotationKeys) => (doc: Doc) => Doc | null;
};

type SealedDoc = Doc & { sealed: EncryptedText };

/** Documents whose `sealed` is a text that is bound to their id, encrypted with the key of a purpose. */
export function defineSealedDocuments(sealedSpace: string, purpose: string): EncryptedStore {
  return {
    space: sealedSpace,
    createReencryptor: ({ from, to }) => {
      const keys = { from: deriveKey(from, purpose), to: deriveKey(to, purpose) };
      return (doc) => {
        const sealed = reencryptText((doc as SealedDoc).sealed, doc.id, keys); // the space holds no other documents
        return sealed && { ...doc, sealed };
      };
    },
  };
}

type RotationOptions = RotationKeys & {
  documents: ListedDocuments;
  stores: readonly EncryptedStore[];
  where: string;
  /** Throws where a server is at work: called once no server can start any more. */
  assertAlone?: () => Promise<void>;
  onProgress?: (done: number) => void;
};

async function isRotating(documents: Pick<Documents, 'get'>): Promise<boolean> {
  return (await documents.get(space, id)) !== null;
}

/** Whether secrets may be encrypted with this key; also before the first start, which stores a check value of it. */
export async function isCurrentKey(documents: Pick<Documents, 'get'>, key: string): Promise<boolean> {
  const [isChanging, keyCheck] = await Promise.all([isRotating(documents), readKeyCheck(documents)]);
  return !isChanging && (keyCheck === null || keyCheck === computeKeyCheck(key));
}

/** Throws StartupError while some secrets are encrypted with one key and some with the other. */
export async function assertNoUnfinishedRotation(documents: Pick<Documents, 'get'>, where: string): Promise<void> {
  if (!(await isRotating(documents))) return;
  throw new StartupError(
    `The CREDENTIAL_KEY of ${where} was changed in part only: run the same \`npm run keys -- rotate\` again until it says that it is done`,
  );
}

/**
 * Encrypts with `to` all that is encrypted with `from`: the roots, and the documents of `stores`. It may be stopped at
 * any moment and run again. Resolves to the number of documents of `stores` that it encrypted again. Throws
 * StartupError where neither key is the right one, StoreDamaged.
 */
export async function rotateKeys(rotating: RotationOptions): Promise<number> {
  const { documents, stores, from, to } = rotating;
  await beginRotation(rotating);
  let done = 0;
  const count = (changed: number) => {
    done += changed;
    rotating.onProgress?.(done);
  };
  await rotateDerivedSecrets(documents, { from, to });
  for (const store of stores) await reencryptAll(documents, store, { from, to }, count);
  await writeKeyCheck(documents, to);
  return done;
}

/** To be called when the new key is stored where the next start reads it. */
export function endRotation(documents: Documents): Promise<void> {
  return documents.remove(space, id);
}

/** Whether an interrupted rotation led to this key and has only its last step left. */
export async function isRotatedTo(documents: Documents, key: string): Promise<boolean> {
  const unfinished = await documents.get<Rotation>(space, id);
  return (
    unfinished !== null && unfinished.to === computeKeyCheck(key) && (await readKeyCheck(documents)) === unfinished.to
  );
}

async function beginRotation({ documents, from, to, where, assertAlone }: RotationOptions): Promise<void> {
  const [own, next] = [computeKeyCheck(from), computeKeyCheck(to)];
  const unfinished = await documents.get<Rotation>(space, id);
  if (unfinished && (unfinished.from !== own || unfinished.to !== next)) {
    throw new StartupError(
      `A change of the CREDENTIAL_KEY of ${where} was begun with other keys: give the same CREDENTIAL_KEY and CREDENTIAL_KEY_NEW as then`,
    );
  }
  const keyCheck = await readKeyCheck(documents);
  if (unfinished === null && keyCheck !== own) {
    throw new StartupError(`CREDENTIAL_KEY is not the key that the accounts in ${where} were made under`);
  }
  if (own === next) throw new StartupError('CREDENTIAL_KEY_NEW is the key that is in use already: give another one');
  const rotation: Rotation = { id, from: own, to: next };
  await documents.put(space, rotation);
  try {
    await assertAlone?.();
  } catch (error) {
    if (unfinished === null) await endRotation(documents);
    throw error;
  }
}

async function reencryptAll(
  documents: ListedDocuments,
  { space: encryptedSpace, createReencryptor }: EncryptedStore,
  keys: RotationKeys,
  count: (changed: number) => void,
): Promise<void> {
  const reencrypt = createReencryptor(keys);
  for (let after = ''; ; ) {
    const page = await documents.page(encryptedSpace, after, pageSize);
    const changed = page.flatMap(({ doc, expires }) => {
      const next = reencrypt(doc);
      return next ? [documents.put(encryptedSpace, next, expires ?? undefined)] : [];
    });
    await Promise.all(changed);
    count(changed.length);
    const last = page.at(-1);
    if (!last) return;
    after = last.doc.id;
  }
}

async function rotateDerivedSecrets(documents: Documents, { from, to }: RotationKeys): Promise<void> {
  for (const purpose of secretPurposes) {
    const doc = await documents.get<DerivedSecretDoc>(derivedSecretsSpace, purpose);
    const text = doc && decryptText(deriveSecretsKey(from), purpose, doc.sealed);
    if (doc && text === null) continue;
    const secret = text ? Buffer.from(text, 'base64') : deriveKey(from, purpose);
    await documents.put(derivedSecretsSpace, toSecretDoc(to, purpose, secret));
  }
}
