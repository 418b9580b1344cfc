import { formatFacts } from '#domain/figures/contract.ts';
import type { ListingView } from '#domain/listing/contract.ts';
import { statusNames } from '#domain/listing/marks.contract.ts';
import { capitalize } from '#domain/shared/capitalize.contract.ts';
import { describePriceDrop } from '#domain/shared/money.contract.ts';
import { Badge } from '#web/components/ui/badge.tsx';
import { PinIcon } from '#web/components/ui/page-icons.tsx';
import { formatFullAddress, formatMiles } from '#domain/listing/place-text.contract.ts';
import { formatDate } from '#web/lib/format.ts';
import { MapsLink } from './maps-link.tsx';

type Facts = Pick<
  ListingView,
  | 'price'
  | 'priceText'
  | 'previousPrice'
  | 'kind'
  | 'miles'
  | 'place'
  | 'propertyType'
  | 'withdrawnAt'
  | 'marks'
  | 'facts'
>;

/** Price, place, type, figures and status of a listing, and whether it is still offered. */
export function ListingFacts({ listing }: { listing: Facts }) {
  const { priceText, kind, propertyType, withdrawnAt, marks } = listing;
  const figures = formatFacts(listing.facts);
  return (
    <div className="grid gap-1">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        {priceText !== '' && <span className="text-lg leading-tight font-bold">{priceText}</span>}
        {kind === 'price drop' && <PriceDrop listing={listing} />}
        {propertyType && <Badge>{capitalize(propertyType)}</Badge>}
        {marks.status && <Badge tone="primary">{statusNames[marks.status]}</Badge>}
        {withdrawnAt !== null && (
          <Badge tone="warm">
            No longer available since&nbsp;<time dateTime={withdrawnAt}>{formatDate(withdrawnAt)}</time>
          </Badge>
        )}
      </p>
      <Place listing={listing} />
      {figures !== '' && <p className="text-sm">{figures}</p>}
    </div>
  );
}

function PriceDrop({ listing }: { listing: Facts }) {
  const drop = describePriceDrop(listing);
  if (drop === null) return <Badge tone="warm">Price drop</Badge>;
  return (
    <>
      <s className="text-sm text-muted">
        <span className="sr-only">Was </span>
        {drop.before}
      </s>
      <Badge tone="warm">Price drop, {drop.change}</Badge>
    </>
  );
}

function Place({ listing: { place, miles } }: { listing: Facts }) {
  const placeTexts = [place && formatFullAddress(place), miles !== null && formatMiles(miles)].filter(Boolean);
  if (placeTexts.length === 0) return null;
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
      <span className="inline-flex min-w-0 items-center gap-1">
        <PinIcon className="size-4 shrink-0" />
        <span className="min-w-0 break-words">
          {placeTexts.join(' · ')}
          {place?.isApproximate === true && ' (approximate)'}
        </span>
      </span>
      {place?.address && <MapsLink query={formatFullAddress(place)} />}
    </p>
  );
}
