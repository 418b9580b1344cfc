import { createHmac } from 'node:crypto';
import { type OwnerOffer, type SellerContact, sellerContact } from '#domain/owner-offer/contract.ts';
import { toEmailKey } from '#domain/user/email-key.ts';
import { listAll } from '#projections/store/list-all.ts';
import type { Documents } from '#projections/store/port.ts';
import { dayMs } from '#server/lib/clock.ts';
import { decryptText, type EncryptedText, encryptText } from '#server/platform/encryption/encrypted-text.ts';
import { defineSealedDocuments } from '#server/platform/encryption/key-rotation.ts';
import { documentSpaces } from '#projections/store/document-spaces.ts';
import { updateDocument } from '#projections/store/update-document.ts';
import type { Platform } from '#server/platform/modules/platform.ts';

const space = documentSpaces.sellerContacts;
const keyPurpose = 'seller contacts';

/** `keptAt` in ms since 1970; the keys only show whether two offers or sellers are the same. */
type StoredSeller = {
  id: string;
  keptAt: number;
  textKey: string;
  sellerKey: string;
  sealed: EncryptedText;
  /** Until the receipt was handed to the outbox. */
  isReceiptDue?: boolean;
};

export const encryptedSellers = defineSealedDocuments(space, keyPurpose);

export type Sellers = {
  /** The same for the same offer of the same seller, however often it is sent; any change of it gives another id. */
  offerIdOf: (offer: OwnerOffer) => string;
  /** How many others have sent this text, and how many other offers of this seller are stored. */
  countSimilarOffers: (
    listingId: string,
    offer: OwnerOffer,
  ) => Promise<{ otherSellers: number; pendingOffers: number }>;
  /** Stores the seller's contact until it is deleted, or `days` have passed. */
  keep: (listingId: string, offer: OwnerOffer) => Promise<void>;
  /** Calls `send` where the seller gave an address and has no receipt yet. */
  giveReceipt: (listingId: string, send: () => Promise<void>) => Promise<void>;
  /** Null if it is no longer stored. */
  contactOf: (listingId: string) => Promise<SellerContact | null>;
  remove: (listingId: string) => Promise<void>;
  /** The stored data of offers by the sellers who gave this address. `keptAt` is ISO 8601. */
  listByAddress: (email: string) => Promise<({ listingId: string; keptAt: string } & SellerContact)[]>;
  /** Deletes the data of all offers by sellers who gave one of these addresses. */
  forgetAddresses: (addresses: readonly string[]) => Promise<void>;
  all: () => Promise<Pick<StoredSeller, 'id' | 'keptAt'>[]>;
};

type SellersDeps = Pick<Platform, 'documents' | 'clock'> & {
  key: Buffer;
  days: number;
  /** Deletes the pictures of a listing, which show what is the seller's. */
  removePictures: (listingId: string) => Promise<void>;
};

/** The personal data of sellers: sealed, and separate from the log, so that it can be deleted. */
export function createSellers({ documents, clock, key, days, removePictures }: SellersDeps): Sellers {
  const { offerIdOf, sellerKeyOf, textKeyOf } = createOfferKeys(key);
  const { contactIn, all, listByAddresses } = createContactReader(documents, key);
  const find = (listingId: string) => documents.get<StoredSeller>(space, listingId);
  const remove = async (listingId: string) => {
    await removePictures(listingId);
    await documents.remove(space, listingId);
  };

  return {
    offerIdOf,
    countSimilarOffers: async (listingId, offer) => {
      const sellerKey = sellerKeyOf(offer);
      const [sameText, sameSeller] = await Promise.all([
        listAll<StoredSeller>(documents, space, { textKey: textKeyOf(offer) }),
        listAll<StoredSeller>(documents, space, { sellerKey }),
      ]);
      return {
        otherSellers: new Set(sameText.map((seller) => seller.sellerKey).filter((other) => other !== sellerKey)).size,
        pendingOffers: sameSeller.filter(({ id }) => id !== listingId).length,
      };
    },
    keep: async (listingId, offer) => {
      const now = clock().getTime();
      const seller = {
        id: listingId,
        keptAt: now,
        textKey: textKeyOf(offer),
        sellerKey: sellerKeyOf(offer),
        sealed: encryptText(key, listingId, JSON.stringify(toContact(offer))),
      };
      const keep = (storedSeller: StoredSeller | null): StoredSeller => ({
        ...seller,
        isReceiptDue: storedSeller === null || storedSeller.isReceiptDue === true,
      });
      await updateDocument(documents, { space, id: listingId, expires: () => now + days * dayMs }, keep);
    },
    giveReceipt: async (listingId, send) => {
      const seller = await find(listingId);
      if (seller?.isReceiptDue !== true || contactIn(seller)?.email == null) return;
      await send();
      const mark = (storedSeller: StoredSeller | null) => storedSeller && { ...storedSeller, isReceiptDue: false };
      await updateDocument(documents, { space, id: listingId }, mark);
    },
    contactOf: async (listingId) => {
      const seller = await find(listingId);
      return seller && contactIn(seller);
    },
    remove,
    forgetAddresses: async (addresses) => {
      for (const { seller } of await listByAddresses(addresses)) await remove(seller.id);
    },
    listByAddress: async (email) =>
      (await listByAddresses([email])).map(({ seller: { id, keptAt }, contact }) => {
        return { listingId: id, keptAt: new Date(keptAt).toISOString(), ...contact };
      }),
    all,
  };
}

/** Keyed hashes that distinguish offers and their sellers. */
function createOfferKeys(key: Buffer) {
  const keyed = (what: string, ...fields: unknown[]) =>
    createHmac('sha256', key)
      .update(JSON.stringify([what, ...fields]))
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

/** The contacts of the sellers of stored offers. */
function createContactReader(documents: Documents, key: Buffer) {
  const contactIn = ({ id, sealed }: StoredSeller): SellerContact | null => {
    const contactText = decryptText(key, id, sealed);
    return contactText === null ? null : sellerContact.parse(JSON.parse(contactText));
  };
  const all = () => listAll<StoredSeller>(documents, space);
  // The hashes depend on the CREDENTIAL_KEY of their time, so the sealed text identifies the seller.
  const listByAddresses = async (addresses: readonly string[]) => {
    const keys = new Set(addresses.map(toEmailKey));
    const sellers = (await all()).map((seller) => ({ seller, contact: contactIn(seller) }));
    return sellers.flatMap(({ seller, contact }) =>
      contact?.email != null && keys.has(toEmailKey(contact.email)) ? [{ seller, contact }] : [],
    );
  };
  return { contactIn, all, listByAddresses };
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
