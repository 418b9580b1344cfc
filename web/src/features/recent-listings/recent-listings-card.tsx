import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useMemo, useState } from 'react';
import type { ListingView } from '#domain/listing/contract.ts';
import { maxRecentListings } from '#domain/user/contract.ts';
import { ErrorView } from '#web/components/error-view.tsx';
import { firstSearch } from '#domain/user/searches.contract.ts';
import { ListingsMap } from '#web/components/listing/listings-map.tsx';
import { type ListView, ViewSwitch } from '#web/components/map/view-switch.tsx';
import { Card } from '#web/components/ui/card.tsx';
import { Skeleton } from '#web/components/ui/skeleton.tsx';
import { useSearchCircles } from '#web/features/searches/index.ts';
import { joinClasses } from '#web/lib/join-classes.ts';
import { formatCount } from '#web/lib/format.ts';
import { useNewItems } from '#web/lib/hooks/use-new-items.ts';
import { HouseIcon } from '#web/components/ui/icons.tsx';
import { ListingItem } from './listing-item.tsx';
import { recentListingsQuery } from './queries.ts';

export function RecentListingsCard() {
  const { data, isPending, error, refetch } = useQuery(recentListingsQuery);
  const [view, setView] = useState<ListView>('list');
  useFetchedPlaces(view === 'map' ? data : [], refetch);
  return (
    <Card
      title="Recent sent listings"
      aside={data && <ListingCount count={data.length} view={view} onView={setView} />}
    >
      {isPending && <LoadingListings />}
      {error && !data && <ErrorView message={error.message} retry={refetch} />}
      {data?.length === 0 && <EmptyListings />}
      {data && data.length > 0 && <Listings listings={data} view={view} />}
    </Card>
  );
}

/** A listing that has just arrived is not on the map before it is read again. */
function useFetchedPlaces(listings: ListingView[] = [], refetch: () => unknown): void {
  const isIncomplete = listings.some(({ kind, location }) => kind !== 'saved' && !location);
  useEffect(() => {
    if (isIncomplete) refetch();
  }, [isIncomplete, refetch]);
}

function Listings({ listings: all, view }: { listings: ListingView[]; view: ListView }) {
  const listings = useMemo(() => all.slice(0, maxRecentListings), [all]);
  const isNew = useNewItems(listings);
  const otherAreas = useSearchCircles(firstSearch.id);
  if (view === 'map') return <ListingsMap listings={listings} otherAreas={otherAreas} />;
  return (
    <ol className="-mx-5 -mb-5 divide-y divide-line border-t border-line sm:-mx-6 sm:-mb-6">
      {listings.map((listing) => (
        <li
          key={listing.id}
          className={joinClasses('px-5 last:rounded-b-card sm:px-6', isNew(listing) && 'animate-arrive')}
        >
          <ListingItem listing={listing} />
        </li>
      ))}
    </ol>
  );
}

type ListingCountProps = { count: number; view: ListView; onView: (view: ListView) => void };

function ListingCount({ count, view, onView }: ListingCountProps) {
  if (count === 0) return null;
  const text = count < maxRecentListings ? formatCount(count, 'listing') : `Latest ${maxRecentListings}`;
  return (
    <span className="flex flex-wrap items-center gap-x-3 gap-y-1 pointer-coarse:gap-y-3">
      <Link
        to="/listings"
        className="tap-target group inline-flex min-h-6 flex-wrap items-center gap-x-3 text-sm text-muted"
      >
        {text}
        <span className="font-semibold text-primary group-hover:underline">All listings</span>
      </Link>
      <ViewSwitch view={view} onChange={onView} />
    </span>
  );
}

function LoadingListings() {
  return (
    <div role="status" className="grid gap-5">
      <span className="sr-only">Loading listings</span>
      {[0, 1].map((row) => (
        <div key={row} className="flex gap-5">
          <Skeleton className="aspect-4/3 w-24 rounded-xl sm:w-40" />
          <div className="grid flex-1 content-start gap-3 pt-1">
            <Skeleton className="h-5 w-3/4" />
            <Skeleton className="h-5 w-1/3" />
            <Skeleton className="h-4 w-full" />
          </div>
        </div>
      ))}
    </div>
  );
}

function EmptyListings() {
  return (
    <div className="flex flex-col items-center gap-4 rounded-xl border border-dashed border-line px-4 py-10 text-center">
      <span className="flex size-24 items-center justify-center rounded-full border border-dashed border-primary/40">
        <span className="flex size-16 items-center justify-center rounded-full bg-primary-soft text-on-primary-soft">
          <HouseIcon className="size-7" />
        </span>
      </span>
      <p className="max-w-xs text-balance text-muted">No listings yet. They appear here as soon as one matches.</p>
    </div>
  );
}
