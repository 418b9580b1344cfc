import { Secret } from 'otpauth';
import { documentSpaces } from '#projections/store/document-spaces.ts';
import { type Documents, StoreDamaged } from '#projections/store/port.ts';
import { updateDocument } from '#projections/store/update-document.ts';
import type { Clock } from '#server/lib/clock.ts';
import { deriveKey } from '#server/platform/encryption/derive-key.ts';
import { decryptText, type EncryptedText, encryptText } from '#server/platform/encryption/encrypted-text.ts';
import { defineSealedDocuments } from '#server/platform/encryption/key-rotation.ts';
import * as factors from './factors.ts';
import type { Factors, Passkey, UsedCode } from './factors.ts';

const space = documentSpaces.secondFactors;
const purpose = 'second factors';
export const encryptedFactors = defineSealedDocuments(space, purpose);

/** RFC 4226 asks for 160 bits. */
const secretBytes = 20;

type FactorsDoc = { id: string; userId: string; sealed: EncryptedText };
type SecondFactorDeps = { documents: Documents; clock: Clock; key: string };

export type SecondFactors = ReturnType<typeof createSecondFactors>;

/** The second factors of users, encrypted outside of the log. Each change is one step, so that a code is used once. */
export function createSecondFactors({ documents, clock, key }: SecondFactorDeps) {
  const { load, change } = createSealedFactors(documents, deriveKey(key, purpose));
  const now = () => clock().getTime();

  return {
    load,
    has: async (userId: string): Promise<boolean> => factors.isProtected(await load(userId)),

    /** The secret of an app that is to be set up. */
    beginApp: async (userId: string, email: string): Promise<{ secret: string; uri: string }> => {
      const secret = new Secret({ size: secretBytes }).base32;
      await change(userId, (stored) => ({ ...stored, pending: secret }));
      return { secret, uri: factors.createTotp(secret, email).toString() };
    },
    /** Whether the code is one of the app that is being set up: then it is a factor. */
    confirmApp: (userId: string, code: string) => change(userId, (stored) => factors.confirmApp(stored, code, now())),
    removeApp: (userId: string) => change(userId, factors.removeApp),

    /** Replaces all recovery codes. */
    issueRecoveryCodes: async (userId: string): Promise<string[]> => {
      const codes = factors.createRecoveryCodes();
      await change(userId, (stored) => ({ ...stored, recoveryHashes: codes.map(factors.hashCode) }));
      return codes;
    },
    /** Uses up a code; null for a wrong or used one. */
    useCode: async (userId: string, code: string): Promise<UsedCode | null> => {
      const uses: (UsedCode | null)[] = [];
      await change(userId, (stored) => {
        const use = factors.useCode(stored, code, now());
        uses.push(use?.used ?? null);
        return use?.next ?? null;
      });
      return uses.at(-1) ?? null;
    },

    putPasskey: (userId: string, passkey: Passkey) => change(userId, (stored) => factors.putPasskey(stored, passkey)),
    /** Whether a passkey is still there, and its counter did not go back. */
    usePasskey: (userId: string, id: string, counter: number) =>
      change(userId, (stored) => factors.usePasskey(stored, { id, counter, at: clock().toISOString() })),
    removePasskey: (userId: string, id: string) => change(userId, (stored) => factors.removePasskey(stored, id)),

    removeAll: (userId: string): Promise<void> => documents.remove(space, userId),
  };
}

function createSealedFactors(documents: Documents, key: Buffer) {
  const open = (doc: FactorsDoc | null): Factors => {
    if (doc === null) return factors.noFactors;
    const text = decryptText(key, doc.id, doc.sealed);
    if (text === null) throw new StoreDamaged('The second factors of a user cannot be decrypted');
    return JSON.parse(text) as Factors; // as it was sealed below
  };
  const seal = (userId: string, next: Factors): FactorsDoc => {
    return { id: userId, userId, sealed: encryptText(key, userId, JSON.stringify(next)) };
  };
  return {
    load: async (userId: string): Promise<Factors> => open(await documents.get<FactorsDoc>(space, userId)),
    /** Resolves to whether they changed: `decide` returns null to leave them. */
    change: async (userId: string, decide: (stored: Factors) => Factors | null): Promise<boolean> => {
      let isChanged = false;
      await updateDocument<FactorsDoc, FactorsDoc | null>(documents, { space, id: userId }, (stored) => {
        const next = decide(open(stored));
        isChanged = next !== null;
        return next === null ? stored : seal(userId, next);
      });
      return isChanged;
    },
  };
}
