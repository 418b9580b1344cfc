import { type Doc, type Documents, StoreDamaged, StoreUnavailable } from '#projections/store/port.ts';
import { derivedKey } from './keys.ts';
import { type Sealed, seal, unseal } from './sealed.ts';

export const rootsSpace = 'roots';
/** Secrets that what is written for good was made with: names of streams, links in mails that lie in people's boxes. */
export const rootPurposes = ['email claims', 'mail links'] as const;
export type RootPurpose = (typeof rootPurposes)[number];

/** `id` is the purpose. */
export type RootDoc = Doc & { sealed: Sealed };

/** What seals the roots. */
export function rootsKey(credentialKey: string): Buffer {
  return derivedKey(credentialKey, 'roots');
}

export type Roots = {
  /** Throws StoreDamaged under another key, StoreUnavailable. */
  load: () => Promise<void>;
  /** Throws StoreUnavailable as long as they could not be loaded. */
  of: (purpose: RootPurpose) => Buffer;
};

type Parts = { documents: Pick<Documents, 'getMany'>; credentialKey: () => string };

/**
 * Secrets that outlive the CREDENTIAL_KEY: derived from the first one, and kept sealed from the moment on at which that
 * is changed.
 */
export function openRoots({ documents, credentialKey }: Parts): Roots {
  const loaded = new Map<RootPurpose, Buffer>();
  return {
    load: async () => {
      const docs = await documents.getMany<RootDoc>(rootsSpace, [...rootPurposes]);
      for (const [index, purpose] of rootPurposes.entries()) {
        loaded.set(purpose, rootOf(docs[index] ?? null, credentialKey(), purpose));
      }
    },
    of: (purpose) => {
      const root = loaded.get(purpose);
      if (!root) throw new StoreUnavailable('The store of credentials has not been read yet.');
      return root;
    },
  };
}

function rootOf(doc: RootDoc | null, credentialKey: string, purpose: RootPurpose): Buffer {
  if (doc === null) return derivedKey(credentialKey, purpose);
  const text = unseal(rootsKey(credentialKey), purpose, doc.sealed);
  if (text === null)
    throw new StoreDamaged('The secrets of this installation were sealed under another CREDENTIAL_KEY.');
  return Buffer.from(text, 'base64');
}

/** A root as it is kept. */
export function keptRoot(credentialKey: string, purpose: RootPurpose, root: Buffer): RootDoc {
  return { id: purpose, sealed: seal(rootsKey(credentialKey), purpose, root.toString('base64')) };
}
