import { createHmac } from 'node:crypto';
import { type Offer, type SellerContact, sellerContact } from '#domain/owner-offer/contract.ts';
import { emailKey } from '#domain/user/email-key.ts';
import type { Documents } from '#projections/store/port.ts';
import type { Clock } from '#server/lib/clock.ts';
import { derivedKey } from '#server/platform/encryption/keys.ts';
import type { EncryptedStore } from '#server/platform/encryption/rotation.ts';
import { reseal, type Sealed, seal, unseal } from '#server/platform/encryption/sealed.ts';

const space = 'sellers';
const day = 86_400_000;

/** `keptAt` in ms since 1970; the keys tell whether two are alike, and nothing more. */
type Kept = { id: string; state: 'kept'; keptAt: number; textKey: string; sellerKey: string; sealed: Sealed };

export const encryptedSellers: EncryptedStore = {
  space,
  createResealer: ({ from, to }) => {
    const keys = { from: derivedKey(from, 'sellers'), to: derivedKey(to, 'sellers') };
    return (doc) => {
      const sealed = reseal((doc as Kept).sealed, doc.id, keys); // nothing else is kept there
      return sealed && { ...doc, sealed };
    };
  },
};

export type Sellers = {
  /** The same for the same offer of the same seller, however often it comes; any change of it makes another. */
  offerIdOf: (offer: Offer) => string;
  /** How many others have sent this text, and how many other offers of this seller are kept. */
  alike: (listingId: string, offer: Offer) => Promise<{ others: number; underWay: number }>;
  /** Keeps how to reach the seller, until it is forgotten, or `days` have passed. */
  keep: (listingId: string, offer: Offer) => Promise<void>;
  /** Null where it is kept no longer. */
  contactOf: (listingId: string) => Promise<SellerContact | null>;
  forget: (listingId: string) => Promise<void>;
  /** What is kept of offers by who gave this address. `keptAt` is ISO 8601. */
  ofAddress: (email: string) => Promise<({ listingId: string; keptAt: string } & SellerContact)[]>;
  /** Of whatever was offered by who gave one of these addresses. */
  forgetAddresses: (addresses: readonly string[]) => Promise<void>;
  all: () => Promise<Pick<Kept, 'id' | 'keptAt'>[]>;
};

type Parts = { documents: Documents; clock: Clock; key: Buffer; days: number };

/** The personal data of those who offer a property: sealed, apart from the log, so that it can be thrown away. */
export function openSellers({ documents, clock, key, days }: Parts): Sellers {
  const { offerIdOf, sellerKeyOf, textKeyOf } = keysOfOffers(key);
  const { contactIn, all, ofAddresses } = contacts(documents, key);

  return {
    offerIdOf,
    alike: async (listingId, offer) => {
      const sellerKey = sellerKeyOf(offer);
      const [sameText, sameSeller] = await Promise.all([
        documents.findBy<Kept>(space, 'textKey', textKeyOf(offer)),
        documents.findBy<Kept>(space, 'sellerKey', sellerKey),
      ]);
      return {
        others: new Set(sameText.map((kept) => kept.sellerKey).filter((other) => other !== sellerKey)).size,
        underWay: sameSeller.filter(({ id }) => id !== listingId).length,
      };
    },
    keep: async (listingId, offer) => {
      const now = clock().getTime();
      const kept: Kept = {
        id: listingId,
        state: 'kept',
        keptAt: now,
        textKey: textKeyOf(offer),
        sellerKey: sellerKeyOf(offer),
        sealed: seal(key, listingId, JSON.stringify(contactOf(offer))),
      };
      await documents.put(space, kept, now + days * day);
    },
    contactOf: async (listingId) => {
      const kept = await documents.get<Kept>(space, listingId);
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
function keysOfOffers(key: Buffer) {
  const keyed = (what: string, ...parts: unknown[]) =>
    createHmac('sha256', key)
      .update(JSON.stringify([what, ...parts]))
      .digest('base64url')
      .slice(0, 22);
  const sellerKeyOf = ({ email, phone = '' }: Offer) =>
    keyed('seller', email === undefined ? phone.replaceAll(/\D/g, '') : emailKey(email));
  return {
    sellerKeyOf,
    textKeyOf: ({ description }: Offer) => keyed('text', plain(description)),
    offerIdOf: (offer: Offer) => {
      const { propertyType, price, description } = offer;
      const { zipCode = '', city = '', state = '', address = '', imageUrl = '' } = offer;
      const place = [zipCode, plain(city), plain(state), plain(address)];
      return keyed('offer', sellerKeyOf(offer), propertyType, price, place, plain(description), imageUrl);
    },
  };
}

/** How to reach those whose offers are kept. */
function contacts(documents: Documents, key: Buffer) {
  const contactIn = ({ id, sealed }: Kept): SellerContact | null => {
    const opened = unseal(key, id, sealed);
    return opened === null ? null : sellerContact.parse(JSON.parse(opened));
  };
  const all = () => documents.findBy<Kept>(space, 'state', 'kept');
  // The keys that tell sellers apart are of the CREDENTIAL_KEY of then: what is sealed says who it is.
  const ofAddresses = async (addresses: readonly string[]) => {
    const keys = new Set(addresses.map(emailKey));
    const opened = (await all()).map((kept) => ({ kept, contact: contactIn(kept) }));
    return opened.flatMap(({ kept, contact }) =>
      contact?.email != null && keys.has(emailKey(contact.email)) ? [{ kept, contact }] : [],
    );
  };
  return { contactIn, all, ofAddresses };
}

function contactOf({ name, email, phone, address, shareContact }: Offer): SellerContact {
  return { name, email: email ?? null, phone: phone ?? null, address: address ?? null, shareContact };
}

function plain(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}
