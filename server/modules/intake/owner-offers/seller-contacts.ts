import { createHmac } from 'node:crypto';
import { type OwnerOffer, type SellerContact, sellerContact } from '#domain/owner-offer/contract.ts';
import { toEmailKey } from '#domain/user/email-key.ts';
import type { Documents } from '#projections/store/port.ts';
import type { Clock } from '#server/lib/clock.ts';
import { deriveKey } from '#server/platform/encryption/derive-key.ts';
import type { EncryptedStore } from '#server/platform/encryption/key-rotation.ts';
import {
  reencryptText,
  type EncryptedText,
  encryptText,
  decryptText,
} from '#server/platform/encryption/encrypted-text.ts';

const space = 'sellers';
const dayMs = 86_400_000;

/** `keptAt` in ms since 1970; the keys tell whether two are alike, and nothing more. */
type StoredSeller = {
  id: string;
  state: 'kept';
  keptAt: number;
  textKey: string;
  sellerKey: string;
  sealed: EncryptedText;
};

export const encryptedSellers: EncryptedStore = {
  space,
  createReencryptor: ({ from, to }) => {
    const keys = { from: deriveKey(from, 'sellers'), to: deriveKey(to, 'sellers') };
    return (doc) => {
      const sealed = reencryptText((doc as StoredSeller).sealed, doc.id, keys); // nothing else is kept there
      return sealed && { ...doc, sealed };
    };
  },
};

export type Sellers = {
  /** The same for the same offer of the same seller, however often it comes; any change of it makes another. */
  offerIdOf: (offer: OwnerOffer) => string;
  /** How many others have sent this text, and how many other offers of this seller are kept. */
  alike: (listingId: string, offer: OwnerOffer) => Promise<{ others: number; underWay: number }>;
  /** Keeps how to reach the seller, until it is forgotten, or `days` have passed. */
  keep: (listingId: string, offer: OwnerOffer) => Promise<void>;
  /** Null where it is kept no longer. */
  contactOf: (listingId: string) => Promise<SellerContact | null>;
  forget: (listingId: string) => Promise<void>;
  /** What is kept of offers by who gave this address. `keptAt` is ISO 8601. */
  ofAddress: (email: string) => Promise<({ listingId: string; keptAt: string } & SellerContact)[]>;
  /** Of whatever was offered by who gave one of these addresses. */
  forgetAddresses: (addresses: readonly string[]) => Promise<void>;
  all: () => Promise<Pick<StoredSeller, 'id' | 'keptAt'>[]>;
};

type SellersDeps = { documents: Documents; clock: Clock; key: Buffer; days: number };

/** The personal data of those who offer a property: sealed, apart from the log, so that it can be thrown away. */
export function createSellers({ documents, clock, key, days }: SellersDeps): Sellers {
  const { offerIdOf, sellerKeyOf, textKeyOf } = createOfferKeys(key);
  const { contactIn, all, ofAddresses } = createContactReader(documents, key);

  return {
    offerIdOf,
    alike: async (listingId, offer) => {
      const sellerKey = sellerKeyOf(offer);
      const [sameText, sameSeller] = await Promise.all([
        documents.findBy<StoredSeller>(space, 'textKey', textKeyOf(offer)),
        documents.findBy<StoredSeller>(space, 'sellerKey', sellerKey),
      ]);
      return {
        others: new Set(sameText.map((kept) => kept.sellerKey).filter((other) => other !== sellerKey)).size,
        underWay: sameSeller.filter(({ id }) => id !== listingId).length,
      };
    },
    keep: async (listingId, offer) => {
      const now = clock().getTime();
      const kept: StoredSeller = {
        id: listingId,
        state: 'kept',
        keptAt: now,
        textKey: textKeyOf(offer),
        sellerKey: sellerKeyOf(offer),
        sealed: encryptText(key, listingId, JSON.stringify(toContact(offer))),
      };
      await documents.put(space, kept, now + days * dayMs);
    },
    contactOf: async (listingId) => {
      const kept = await documents.get<StoredSeller>(space, listingId);
      return kept && contactIn(kept);
    },
    forget: (listingId) => documents.remove(space, listingId),
    forgetAddresses: async (addresses) => {
      for (const { kept } of await ofAddresses(addresses)) await documents.remove(space, kept.id);
    },
    ofAddress: async (email) =>
      (await ofAddresses([email])).map(({ kept: { id, keptAt }, contact }) => {
        return { listingId: id, keptAt: new Date(keptAt).toISOString(), ...contact };
      }),
    all,
  };
}

/** What tells offers and their sellers apart, under a key. */
function createOfferKeys(key: Buffer) {
  const keyed = (what: string, ...parts: unknown[]) =>
    createHmac('sha256', key)
      .update(JSON.stringify([what, ...parts]))
      .digest('base64url')
      .slice(0, 22);
  const sellerKeyOf = ({ email, phone = '' }: OwnerOffer) =>
    keyed('seller', email === undefined ? phone.replaceAll(/\D/g, '') : toEmailKey(email));
  return {
    sellerKeyOf,
    textKeyOf: ({ description }: OwnerOffer) => keyed('text', normalizeWords(description)),
    offerIdOf: (offer: OwnerOffer) => {
      const { propertyType, price, description } = offer;
      const { zipCode = '', city = '', state = '', address = '', imageUrl = '' } = offer;
      const place = [zipCode, normalizeWords(city), normalizeWords(state), normalizeWords(address)];
      return keyed('offer', sellerKeyOf(offer), propertyType, price, place, normalizeWords(description), imageUrl);
    },
  };
}

/** How to reach those whose offers are kept. */
function createContactReader(documents: Documents, key: Buffer) {
  const contactIn = ({ id, sealed }: StoredSeller): SellerContact | null => {
    const opened = decryptText(key, id, sealed);
    return opened === null ? null : sellerContact.parse(JSON.parse(opened));
  };
  const all = () => documents.findBy<StoredSeller>(space, 'state', 'kept');
  // The keys that tell sellers apart are of the CREDENTIAL_KEY of then: what is sealed says who it is.
  const ofAddresses = async (addresses: readonly string[]) => {
    const keys = new Set(addresses.map(toEmailKey));
    const opened = (await all()).map((kept) => ({ kept, contact: contactIn(kept) }));
    return opened.flatMap(({ kept, contact }) =>
      contact?.email != null && keys.has(toEmailKey(contact.email)) ? [{ kept, contact }] : [],
    );
  };
  return { contactIn, all, ofAddresses };
}

function toContact({ name, email, phone, address, shareContact }: OwnerOffer): SellerContact {
  return { name, email: email ?? null, phone: phone ?? null, address: address ?? null, shareContact };
}

function normalizeWords(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}
