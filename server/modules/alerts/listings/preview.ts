import { copyListing, presentMatch } from '#domain/alert/alert-view.ts';
import type { ListingView } from '#domain/listing/contract.ts';
import { mapTypeFlags } from '#domain/listing/property-types.contract.ts';
import { type MatchPreview, previewDays, type PreviewQuery } from '#domain/matching/preview.contract.ts';
import { formatWholeDollars } from '#domain/shared/money.contract.ts';
import { describeUnknownZip } from '#domain/matching/scout-activity.contract.ts';
import { type SearchCriteria, toSearchCriteria } from '#domain/matching/match-rules.ts';
import type { RecentMatch } from '#domain/matching/recent-listings-index.ts';
import { firstSearch } from '#domain/user/searches.contract.ts';
import type { SearchFilters } from '#domain/user/filters.contract.ts';
import { findListing } from '#projections/listings.ts';
import type { ViewReader } from '#projections/store/port.ts';
import type { UserDoc } from '#projections/users.ts';
import { HttpError } from '#server/platform/http/middleware/http-error.ts';
import { loadGazetteer } from '#server/modules/geo/index.ts';
import { type ListingDeps, newestEventsWaitMs } from './deps.ts';

type PreviewDeps = Pick<ListingDeps, 'views' | 'events' | 'recentListingsIndex' | 'waitForHead'>;

const maxShownListings = 3;
/** The id of the search that a preview with a name is of: it may not be saved yet. */
const unsavedId = '';
const noZipHint = 'Set your ZIP code to preview your matches.';
const noListingsHint = 'No listings here yet. We’ll alert you when one arrives.';

/** The listings of the last 30 days that match the filters in `query`. Throws HttpError 400. */
export async function buildPreview(deps: PreviewDeps, user: UserDoc, query: PreviewQuery): Promise<MatchPreview> {
  const filters = mergeFilters(user, query);
  assertWithinLimit(user.maxPriceLimit, filters.maxPrice);
  const { zipCode } = filters;
  if (zipCode === null) return createEmptyPreview(noZipHint);
  const centre = (await loadGazetteer()).zip(zipCode);
  if (centre === null) return createEmptyPreview(describeUnknownZip(zipCode));
  await deps.waitForHead(newestEventsWaitMs);
  const search = toSearchCriteria(filters);
  const { count, latest, known } = await deps.recentListingsIndex.search(centre, search);
  const newest = latest.slice(0, maxShownListings);
  const listings = await Promise.all(
    newest.map((match) => toShownListing(deps.views, match, { ...search, zipCode, name: query.name })),
  );
  const { latitude, longitude } = centre;
  return {
    count,
    days: previewDays,
    listings: listings.filter((one) => one !== null),
    centre: { latitude, longitude },
    pins: latest.map(toPin),
    zipKnown: true,
    hint: known === 0 ? noListingsHint : null,
  };
}

function mergeFilters(user: UserDoc, requested: PreviewQuery): SearchFilters {
  return {
    ...mapTypeFlags(({ flag }) => requested[flag] ?? user[flag]),
    maxPrice: requested.maxPrice ?? user.maxPrice,
    mileageRadius: requested.mileageRadius ?? user.mileageRadius,
    zipCode: requested.zipCode ?? user.zipCode,
  };
}

function createEmptyPreview(hint: string): MatchPreview {
  return { count: 0, days: previewDays, listings: [], centre: null, pins: [], zipKnown: false, hint };
}

function toPin({ latitude, longitude, price }: RecentMatch): MatchPreview['pins'][number] {
  return { latitude: roundDegrees(latitude), longitude: roundDegrees(longitude), price };
}

function roundDegrees(degrees: number): number {
  return Math.round(degrees * 100) / 100;
}

function assertWithinLimit(limit: number, maxPrice: number | null): void {
  if ((maxPrice ?? 0) > limit) throw new HttpError(400, `Max price must be at most ${formatWholeDollars(limit)}`);
}

/** The listing as its alert would have shown it. */
async function toShownListing(
  views: ViewReader,
  { listingId, at, price, kind, miles }: RecentMatch,
  { radius, maxPrice, zipCode, name }: SearchCriteria & { zipCode: string; name: string | undefined },
): Promise<ListingView | null> {
  const listing = await findListing(views, listingId);
  if (listing === null) return null;
  const figures = { miles: Math.round(miles * 10) / 10, radius, maxPrice };
  const searchId = name === undefined ? firstSearch.id : unsavedId;
  const match = { ...figures, ...(name !== undefined && { searches: [{ ...figures, searchId, name }] }) };
  const sentAt = new Date(at).toISOString();
  const copiedListing = copyListing({ ...listing, place: listing }, { price, previousPrice: null });
  return presentMatch(copiedListing, match, { id: listingId, kind, sentAt, zipCodes: { [searchId]: zipCode } });
}
