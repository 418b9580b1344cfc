import type { DealFigures } from '#domain/deal/contract.ts';
import { type ListingContact, noContact } from '#domain/contact/contract.ts';
import { compact } from '#domain/shared/compact.contract.ts';
import { presentKnownPrice } from '#domain/shared/money.contract.ts';
import type { SellerContact, OwnerOfferView } from '#domain/owner-offer/contract.ts';
import { linkPicture } from '#domain/picture/contract.ts';
import { builtInSources } from '#domain/listing/built-in-sources.ts';
import { selectOffMarketSignals } from '#domain/listing/off-market-signals.ts';
import { isAnyAdmin } from '#domain/user/permissions.ts';
import { findListing, type FoundListingDoc } from '#projections/listings.ts';
import type { ViewReader } from '#projections/store/port.ts';
import type { UserDoc } from '#projections/users.ts';
import { HttpError } from '#server/platform/http/middleware/http-error.ts';
import type { Sellers } from './seller-contacts.ts';

export type OfferDeps = {
  views: ViewReader;
  sellers: Pick<Sellers, 'contactOf'>;
  /** The price of a listing among others around it. */
  findDeal: (listing: FoundListingDoc) => DealFigures | null;
};

/** An owner's offer, for active members and admins. Throws HttpError 403 for others, 404 if it is not on offer now. */
export async function findOffer(deps: OfferDeps, user: UserDoc, id: string): Promise<OwnerOfferView> {
  const { views, sellers, findDeal } = deps;
  const isAdmin = isAnyAdmin(user.role);
  if (user.membershipStatus !== 'active' && !isAdmin) {
    throw new HttpError(403, 'Members only. Activate your membership to see this offer.');
  }
  const doc = await findListing(views, id);
  if (doc?.source !== builtInSources.sell || doc.status !== 'found') throw new HttpError(404, 'No such offer');
  return { ...toOfferView(doc, await latestContact(sellers, doc), isAdmin), deal: findDeal(doc) };
}

function toOfferView(
  doc: FoundListingDoc,
  contact: SellerContact | null,
  isAdmin: boolean,
): Omit<OwnerOfferView, 'deal'> {
  const { id, title, propertyType, price, details, imageUrl, reasons, foundAt: offeredAt } = doc;
  const { zipCode, city, county, state, basis, latitude, longitude } = doc;
  const isShared = contact?.shareContact ?? false;
  return {
    id,
    title,
    propertyType,
    ...presentKnownPrice(price),
    details,
    imageUrl,
    gallery: doc.pictureIds.map(linkPicture),
    offeredAt,
    isShared,
    place: { zipCode, city, county, state, isApproximate: basis !== 'coordinates' },
    location: { latitude, longitude },
    signals: selectOffMarketSignals(reasons, propertyType),
    address: contact?.address ?? null,
    contact: contact && (isShared || isAdmin) ? toContactView(contact) : null,
  };
}

/** The contact of an offer that is on offer now; empty where its seller does not share it with members. */
export async function findSharedContact(
  sellers: OfferDeps['sellers'],
  listing: FoundListingDoc,
): Promise<ListingContact> {
  const contact = listing.status === 'found' ? await latestContact(sellers, listing) : null;
  if (contact?.shareContact !== true) return noContact;
  return { phones: compact([contact.phone]), emails: compact([contact.email]) };
}

/** The contact from the most recent time it was offered, among those that are still stored. */
async function latestContact(sellers: OfferDeps['sellers'], doc: FoundListingDoc): Promise<SellerContact | null> {
  for (const id of [...doc.repostIds.toReversed(), doc.id]) {
    const contact = await sellers.contactOf(id);
    if (contact !== null) return contact;
  }
  return null;
}

function toContactView({ name, email, phone }: SellerContact): NonNullable<OwnerOfferView['contact']> {
  return { name, email, phone };
}
