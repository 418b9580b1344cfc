import type { ListingView } from '#domain/listing/contract.ts';
import { useSearchChoices } from './use-search-choices.ts';

/** The searches that a listing fits; nothing for a member who has only one. */
export function ListingSearches({ listing: { searches } }: { listing: Pick<ListingView, 'searches'> }) {
  const hasSeveral = useSearchChoices().length > 0;
  if (!hasSeveral || searches.length === 0) return null;
  return <p className="text-sm break-words text-muted">Fits {searches.map(({ name }) => name).join(', ')}</p>;
}
