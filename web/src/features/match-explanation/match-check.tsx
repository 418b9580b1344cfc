import { useState } from 'react';
import type { ChosenListing } from '#domain/matching/match-explanation.contract.ts';
import { Button } from '#web/components/ui/button.tsx';
import { ListingChoice } from './listing-choice.tsx';
import { MatchExplanationView } from './match-explanation-view.tsx';

type MatchCheckProps = {
  /** An id or email; '' while it is not known. */
  user: string;
  listing?: ChosenListing | null;
};

/** Selects a listing, then shows whether a user matched it, as of then and as of now. */
export function MatchCheck({ user, listing: initialListing = null }: MatchCheckProps) {
  const [listing, setListing] = useState(initialListing);
  if (listing === null) return <ListingChoice choose={setListing} />;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div className="grid justify-items-start gap-2">
        <p className="font-semibold wrap-anywhere">
          {listing.title}, {listing.priceText}
        </p>
        <Button variant="secondary" onClick={() => setListing(null)}>
          Choose another listing
        </Button>
      </div>
      {user !== '' && <MatchExplanationView listing={listing.id} user={user} />}
    </div>
  );
}
