import { builtInSources } from '#domain/listing/built-in-sources.ts';
import { type ListingContact, noContact } from '#domain/contact/contract.ts';
import { findContact } from '#domain/contact/find-contact.ts';
import type { ListingEvent } from '#domain/listing/events.ts';
import type { MemberListingDetails } from '#domain/member-listing/contract.ts';
import type { Recorded } from '#domain/shared/decider.ts';
import { linkPicture } from '#domain/picture/contract.ts';
import { formatWholeDollars } from '#domain/shared/money.contract.ts';
import { findListing, type FoundListingDoc } from '#projections/listings.ts';
import { findMemberListing, presentMemberListing } from '#projections/lists/member-listing-pages.ts';
import type { UserDoc } from '#projections/users.ts';
import { HttpError } from '#server/platform/http/middleware/http-error.ts';
import { type ExplainListingDeps, explainMatchCase } from '../listings/explain-listing.ts';
import { newestEventsWaitMs } from '../listings/deps.ts';
import type { FindDeal } from '../listings/find-deal.ts';
import { noSuchListing } from '../listings/find-listing.ts';
import { loadMatchCase } from '../listings/match-case.ts';

export type MemberListingDeps = ExplainListingDeps & {
  findDeal: FindDeal;
  /** What the seller of an offer lets members see. */
  findSharedContact: (listing: FoundListingDoc) => Promise<ListingContact>;
};

/** A listing that the user was alerted of, with its past. Throws HttpError 404 for any other one. */
export async function readMemberListing(
  deps: MemberListingDeps,
  user: UserDoc,
  id: string,
): Promise<MemberListingDetails> {
  const { views, events } = deps;
  await deps.waitForHead(newestEventsWaitMs);
  const [doc, listing] = await Promise.all([findMemberListing(views, user.id, id), findListing(views, id)]);
  if (doc === null || listing === null) throw new HttpError(404, noSuchListing);
  const match = await loadMatchCase(events, listing.id, user.id);
  const { reasons } = await explainMatchCase(match, user);
  const { latitude, longitude } = listing;
  const view = presentMemberListing(doc, listing);
  const sent = { at: view.sentAt, text: view.kind === 'price drop' ? 'Price drop sent to you' : 'Sent to you' };
  const timeline = [...match.listingHistory.flatMap(describeChange), sent].sort((a, b) => (a.at < b.at ? -1 : 1));
  return {
    ...view,
    location: { latitude, longitude },
    deal: deps.findDeal(listing),
    contact: await readContact(deps, user, listing),
    gallery: listing.pictureIds.map(linkPicture),
    reasons,
    priceHistory: match.listingHistory.flatMap(findPrice),
    timeline,
  };
}

/** The contact in the text; of an owner's offer what its seller shows to active members. */
async function readContact(
  { findSharedContact }: MemberListingDeps,
  { membershipStatus }: UserDoc,
  listing: FoundListingDoc,
): Promise<ListingContact> {
  if (listing.source !== builtInSources.sell) return findContact(`${listing.title}\n${listing.details}`);
  return membershipStatus === 'active' ? findSharedContact(listing) : noContact;
}

function findPrice({ type, data, metadata: { at } }: Recorded<ListingEvent>): MemberListingDetails['priceHistory'] {
  return type === 'ListingFound' || type === 'ListingRepriced' ? [{ at, price: data.price }] : [];
}

function describeChange({ type, data, metadata: { at } }: Recorded<ListingEvent>): MemberListingDetails['timeline'] {
  if (type === 'ListingFound') return [{ at, text: `Found for ${formatWholeDollars(data.price)}` }];
  if (type === 'ListingWithdrawn') return [{ at, text: 'No longer available' }];
  if (type === 'ListingRetyped')
    return [{ at, text: `Type changed from ${data.previousType} to ${data.facts.propertyType}` }];
  if (type !== 'ListingRepriced') return [];
  const [before, now] = [data.previousPrice, data.price].map(formatWholeDollars);
  return [{ at, text: `Price changed from ${before ?? ''} to ${now ?? ''}` }];
}
