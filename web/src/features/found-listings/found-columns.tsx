import type { ReactNode } from 'react';
import { capitalize } from '#domain/shared/capitalize.contract.ts';
import type { FoundListing } from '#domain/listing/found-listings.contract.ts';
import { RelativeTime } from '#web/components/relative-time.tsx';
import { Badge } from '#web/components/ui/badge.tsx';
import { formatAlerts, formatListingPlace } from './format.ts';
import { FoundActions } from './found-actions.tsx';
import { WrongTypeButton } from './wrong-type-button.tsx';

type FoundColumn = { title: string; widthPx: number; show: (listing: FoundListing) => ReactNode };

/** The columns after the title, which also opens the row. */
const furtherColumns: FoundColumn[] = [
  { title: 'Price', widthPx: 96, show: ({ priceText }) => <span className="font-semibold">{priceText}</span> },
  { title: 'Type', widthPx: 128, show: (listing) => <TypeCell listing={listing} /> },
  { title: 'Place', widthPx: 168, show: ({ place }) => formatListingPlace(place) },
  { title: 'Source', widthPx: 136, show: ({ source }) => source },
  { title: 'Found', widthPx: 120, show: ({ foundAt }) => <RelativeTime at={foundAt} /> },
  { title: 'Alerts sent', widthPx: 120, show: ({ alerts, state }) => formatAlerts(alerts, state === 'withdrawn') },
  { title: 'Status', widthPx: 120, show: ({ state }) => <StateBadge state={state} /> },
  { title: 'Actions', widthPx: 124, show: (listing) => <FoundActions listing={listing} /> },
];
export const foundColumns: Omit<FoundColumn, 'show'>[] = [{ title: 'Listing', widthPx: 300 }, ...furtherColumns];
export const tableWidthPx = foundColumns.reduce((sum, { widthPx }) => sum + widthPx, 0);

/** The cells of a listing after its title. */
export function listCells(listing: FoundListing): { title: string; content: ReactNode }[] {
  return furtherColumns.map(({ title, show }) => ({ title, content: show(listing) }));
}

function TypeCell({ listing }: { listing: FoundListing }) {
  return (
    <span className="grid justify-items-start">
      {capitalize(listing.propertyType)}
      {listing.state === 'listed' && <WrongTypeButton listing={listing} />}
    </span>
  );
}

function StateBadge({ state }: Pick<FoundListing, 'state'>) {
  return <Badge tone={state === 'withdrawn' ? 'warm' : 'primary'}>{capitalize(state)}</Badge>;
}
