import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import type { ChosenListing } from '#domain/matching/match-explanation.contract.ts';
import { TextField } from '#web/components/ui/form/field.tsx';
import { formatCount, formatTime } from '#web/lib/format.ts';
import { listingChoiceQuery } from './queries.ts';

/** The newest listings, filtered by the typed text. */
export function ListingChoice({ choose }: { choose: (listing: ChosenListing) => void }) {
  const [typed, setTyped] = useState('');
  const { data, error, isPending } = useQuery(listingChoiceQuery(useDeferredValue(typed.trim())));
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <TextField
        label="Listing"
        type="search"
        autoComplete="off"
        hint="Title or link"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      <p role="status" className="text-sm text-muted">
        {error ? error.message : isPending ? 'Searching…' : describeFound(data.length)}
      </p>
      <ul role="list" className="grid h-64 grid-cols-[minmax(0,1fr)] content-start gap-1 overflow-y-auto">
        {data?.map((listing) => (
          <li key={listing.id}>
            <button
              type="button"
              onClick={() => choose(listing)}
              className="grid min-h-11 w-full gap-0.5 rounded-control px-2 py-1.5 text-left hover:bg-sunken"
            >
              <span className="font-medium wrap-anywhere">{listing.title}</span>
              <span className="text-sm text-muted">
                {[listing.priceText, listing.place, formatTime(listing.foundAt)].filter(Boolean).join(' · ')}
              </span>
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}

function describeFound(count: number): string {
  return count === 0 ? 'No listings found.' : formatCount(count, 'listing', 'latest listings');
}
