import { Link } from '@tanstack/react-router';
import type { ListingView } from '#domain/listing/contract.ts';
import { statusNames } from '#domain/listing/marks.contract.ts';
import { SiteLink } from '#web/components/site-link.tsx';
import { Badge } from '#web/components/ui/badge.tsx';
import { formatMiles } from '#web/lib/format.ts';
import { joinClasses } from '#web/lib/join-classes.ts';
import { formatPlace } from '#domain/listing/place-text.contract.ts';

export type MappedListing = Pick<
  ListingView,
  'id' | 'title' | 'link' | 'price' | 'priceText' | 'location' | 'place' | 'miles' | 'kind' | 'withdrawnAt' | 'marks'
>;

type MappedRowProps = { listing: MappedListing; isActive: boolean; onActive: (ids: readonly string[]) => void };

/** A listing beside its map, in two lines. */
export function MappedRow({ listing, isActive, onActive }: MappedRowProps) {
  const { id, title, link, priceText, place, miles, kind, location } = listing;
  const facts = [place && formatPlace(place), miles !== null && formatMiles(miles), !location && 'Not on the map'];
  return (
    <article
      onPointerEnter={() => onActive([id])}
      onPointerLeave={() => onActive([])}
      onFocus={() => onActive([id])}
      onBlur={() => onActive([])}
      className={joinClasses(
        'relative rounded-xl border bg-surface px-4 py-3 text-sm transition-colors',
        isActive ? 'border-primary bg-primary-soft' : 'border-line',
      )}
    >
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
        {priceText !== '' && <span className="text-base font-bold">{priceText}</span>}
        <Badges listing={listing} />
      </p>
      <p className="font-medium break-words">
        {kind === 'saved' ? (
          <>
            <bdi>{title}</bdi> <SiteLink link={link} />
          </>
        ) : (
          <Link
            to="/listings/$id"
            params={{ id }}
            // The whole row leads there.
            className="rounded-sm after:absolute after:inset-0 after:rounded-xl hover:text-primary hover:underline"
          >
            <bdi>{title}</bdi>
          </Link>
        )}
      </p>
      <p className="text-muted">{facts.filter(Boolean).join(' · ')}</p>
    </article>
  );
}

function Badges({ listing: { kind, withdrawnAt, marks } }: { listing: MappedListing }) {
  return (
    <>
      {kind === 'price drop' && <Badge tone="warm">Price drop</Badge>}
      {withdrawnAt !== null && <Badge tone="warm">No longer available</Badge>}
      {marks.status && <Badge>{statusNames[marks.status]}</Badge>}
      {!marks.read && <Badge tone="primary">New</Badge>}
    </>
  );
}
