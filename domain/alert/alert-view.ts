import type { AlertMessage, ListingView } from '#domain/listing/contract.ts';
import type { MatchedFacts } from '#domain/listing/events.ts';
import { noMarks } from '#domain/listing/marks.contract.ts';
import { selectOffMarketSignals } from '#domain/listing/off-market-signals.ts';
import { readListingText } from '#domain/figures/read-facts.ts';
import { presentKnownPrice } from '#domain/shared/money.contract.ts';
import type { AlertedListing, AlertedMember, AlertKind, DeliveredAlert } from './events.ts';
import { type FittingSearches, listMatchedSearches, type MatchFigures } from '#domain/matching/index/matched-member.ts';
import { describeMatch, type ZipCodes } from './match-reasons.ts';

/** Alert id: the same wherever the alert is shown, and different from that of a later price drop. */
export function buildAlertId({ listingId, n }: { listingId: string; n: number }): string {
  return `${listingId}-${n}`;
}

/** What an alert keeps of a listing. `previousPrice` is null where the price did not drop. */
export function copyListing(
  { title, details, link, imageUrl, propertyType, place, reasons: signals, given }: MatchedFacts,
  { price, previousPrice }: Pick<AlertedListing, 'price' | 'previousPrice'>,
): AlertedListing {
  const { basis, city, county, state, zipCode } = place;
  const where = { city, county, state, zipCode, isApproximate: basis !== 'coordinates' };
  return {
    title,
    price,
    previousPrice,
    details,
    link,
    imageUrl,
    propertyType,
    signals,
    ...where,
    ...(given && { given }),
  };
}

type ReadText = ReturnType<typeof readListingText>;
const readTexts = new WeakMap<AlertedListing, ReadText>();

/** The listing of a delivery is shown to up to 500 members. */
function readOnce(listing: AlertedListing): ReadText {
  const known = readTexts.get(listing);
  if (known !== undefined) return known;
  const read = readListingText(listing);
  readTexts.set(listing, read);
  return read;
}

type ShownMatch = Pick<ListingView, 'id' | 'sentAt'> & { kind: AlertKind; zipCodes?: ZipCodes };

/** A listing as one member sees it. */
export function presentMatch(
  listing: AlertedListing,
  match: MatchFigures & FittingSearches,
  { zipCodes, ...shown }: ShownMatch,
): ListingView {
  const { title, details, link, imageUrl, propertyType, price, previousPrice, signals } = listing;
  const { city, county, state, zipCode, isApproximate } = listing;
  const { address, facts } = readOnce(listing);
  return {
    ...shown,
    ...presentKnownPrice(price),
    title,
    details,
    link,
    imageUrl,
    pictures: null,
    propertyType,
    previousPrice,
    signals: selectOffMarketSignals(signals, propertyType),
    miles: match.miles,
    searches: listMatchedSearches(match).map(({ searchId: id, name }) => ({ id, name })),
    place: { address, city, county, state, zipCode, isApproximate },
    facts,
    why: describeMatch(match, listing, shown.kind, zipCodes),
    withdrawnAt: null,
    marks: noMarks,
  };
}

/** The message for each member of a delivery; none for users who were deleted since. */
export function buildAlertMessages(delivered: DeliveredAlert): { member: AlertedMember; message: AlertMessage }[] {
  const { listingId: id, kind, at: sentAt } = delivered;
  return delivered.members.flatMap((member) => {
    const { figures, searches } = member;
    if (figures === null) return [];
    const listing = presentMatch(
      delivered.listing,
      { ...figures, ...(searches && { searches }) },
      { id, kind, sentAt },
    );
    return [{ member, message: { listing, why: listing.why } }];
  });
}
