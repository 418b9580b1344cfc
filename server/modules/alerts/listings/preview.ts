import { whyOf } from '#domain/alert/why.ts';
import type { ShownListing } from '#domain/listing/contract.ts';
import { type Preview, previewDays, previewQuery } from '#domain/matching/preview.contract.ts';
import { dollars } from '#domain/shared/money.ts';
import { unknownZip } from '#domain/matching/scouting.contract.ts';
import { type Search, searchOf } from '#domain/matching/fit.ts';
import type { PastMatch } from '#domain/matching/past-finds.ts';
import type { Filters } from '#domain/user/contract.ts';
import { findListing } from '#projections/listings.ts';
import type { ViewReader } from '#projections/store/port.ts';
import type { UserDoc } from '#projections/users.ts';
import { Problem } from '#server/platform/http/middleware/problem.ts';
import { loadGazetteer } from '#server/modules/geo/index.ts';
import { current } from './current.ts';
import type { ListingDeps } from './deps.ts';

type PreviewDeps = Pick<ListingDeps, 'views' | 'events' | 'past' | 'caughtUp'>;

const noZip = 'Set your ZIP code to see what would have matched.';

/** The listings of the last 30 days that match the filters in `query`. Throws ZodError, Problem 400. */
export async function previewFor(deps: PreviewDeps, user: UserDoc, query: unknown): Promise<Preview> {
  const filters = filtersIn(user, query);
  refuseAbove(user.maxPriceLimit, filters.maxPrice);
  const { zipCode } = filters;
  if (zipCode === null) return nothing(noZip);
  const centre = (await loadGazetteer()).zip(zipCode);
  if (centre === null) return nothing(unknownZip(zipCode));
  await current(deps);
  const search = searchOf(filters);
  const { count, latest } = await deps.past.search(centre, search);
  const shown = await Promise.all(latest.map((match) => shownAs(deps.views, match, { ...search, zipCode })));
  return { count, days: previewDays, listings: shown.filter((one) => one !== null), zipKnown: true, hint: null };
}

function filtersIn(user: UserDoc, query: unknown): Filters {
  const asked = previewQuery.parse(query);
  return {
    maxPrice: asked.maxPrice ?? user.maxPrice,
    mileageRadius: asked.mileageRadius ?? user.mileageRadius,
    zipCode: asked.zipCode ?? user.zipCode,
    includeMobileHomes: asked.includeMobileHomes ?? user.includeMobileHomes,
    includeRawLand: asked.includeRawLand ?? user.includeRawLand,
    includeTinyHomes: asked.includeTinyHomes ?? user.includeTinyHomes,
    notificationPreference: user.notificationPreference,
    alertMails: user.alertMails,
    quietHours: user.quietHours,
  };
}

function nothing(hint: string): Preview {
  return { count: 0, days: previewDays, listings: [], zipKnown: false, hint };
}

function refuseAbove(limit: number, maxPrice: number | null): void {
  if ((maxPrice ?? 0) > limit) throw new Problem(400, `Max price must be at most ${dollars(limit)}`);
}

/** The listing as its alert would have shown it. */
async function shownAs(
  views: ViewReader,
  { listingId, at, price, kind, miles }: PastMatch,
  { radius, maxPrice, zipCode }: Search & { zipCode: string },
): Promise<ShownListing | null> {
  const listing = await findListing(views, listingId);
  if (listing === null) return null;
  const { title, details, link, imageUrl } = listing;
  const match = { miles: Math.round(miles * 10) / 10, radius, maxPrice };
  const why = whyOf(match, { ...listing, price }, kind, zipCode);
  return {
    id: listingId,
    title,
    price: dollars(price),
    details,
    link,
    imageUrl,
    timestamp: new Date(at).toISOString(),
    miles: match.miles,
    kind,
    why,
  };
}
