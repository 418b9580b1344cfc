import { useState } from 'react';
import type { MemberListing } from '#domain/member-listing/contract.ts';
import { PinMap, toRowId } from '#web/components/listing/listings-map.tsx';
import type { NamedCircle } from '#web/components/map/leaflet/map-scene.ts';
import { useIsIdle } from '#web/lib/hooks/use-is-idle.ts';
import { useIsWide } from '#web/lib/hooks/use-is-wide.ts';
import { joinClasses } from '#web/lib/join-classes.ts';
import { ListingRow } from './listing-row.tsx';

type ListingRowsProps = { listings: readonly MemberListing[]; otherAreas: readonly NamedCircle[] };

/** The listings in full; in a wide window they are on a map beside it too, and a row and its pin stand out together. */
export function ListingRows({ listings, otherAreas }: ListingRowsProps) {
  const [active, setActive] = useState<readonly string[]>([]);
  const isIdle = useIsIdle();
  const isWide = useIsWide();
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-[minmax(0,1.6fr)_minmax(20rem,1fr)]">
      <ol className="grid grid-cols-[minmax(0,1fr)] gap-4">
        {listings.map((listing) => (
          <li
            key={listing.id}
            id={toRowId(listing.id)}
            onPointerEnter={() => setActive([listing.id])}
            onPointerLeave={() => setActive([])}
            onFocus={() => setActive([listing.id])}
            onBlur={() => setActive([])}
            className={joinClasses('rounded-card', active.includes(listing.id) && 'ring-2 ring-primary')}
          >
            <ListingRow listing={listing} />
          </li>
        ))}
      </ol>
      <div className="sticky top-20 h-[min(36rem,calc(100dvh-6rem))] max-lg:hidden">
        {isIdle && isWide && (
          <PinMap listings={listings} otherAreas={otherAreas} active={active} className="h-full" onHover={setActive} />
        )}
      </div>
    </div>
  );
}
