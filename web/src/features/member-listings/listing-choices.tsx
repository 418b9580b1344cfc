import { propertyTypes } from '#domain/listing/contract.ts';
import { statusNames } from '#domain/listing/marks.contract.ts';
import { type ListingFilter, listingFilters, listingSorts } from '#domain/member-listing/contract.ts';
import { capitalize } from '#domain/shared/capitalize.contract.ts';
import { ChoiceField } from '#web/components/filter-fields.tsx';
import { toChoices } from '#web/components/ui/form/select.tsx';
import { bindFilters, type ChangeFilters } from '#web/lib/use-filters.ts';
import type { ListingSearch } from './queries.ts';
import { useSearchChoices } from './use-search-choices.ts';

const filterNames: Record<ListingFilter, string> = {
  unread: 'Unread',
  saved: 'Saved',
  hidden: 'Hidden',
  'price-drop': 'Price drops',
  withdrawn: 'No longer available',
  ...statusNames,
};

const sortNames: Record<(typeof listingSorts)[number], string> = {
  newest: 'Newest first',
  price: 'Lowest price first',
  distance: 'Nearest first',
  '-newest': 'Oldest first',
  '-price': 'Highest price first',
  '-distance': 'Farthest first',
};

export type ListingFilterProps = { search: ListingSearch; onChange: ChangeFilters<ListingSearch> };

/** Which listings are shown, and in which order. */
export function ListingChoices({ search, onChange }: ListingFilterProps) {
  const searches = useSearchChoices(search.search);
  const field = bindFilters(search, (name, value) => onChange({ [name]: value }));
  return (
    <>
      <ChoiceField
        label="Show"
        {...field('filter')}
        choices={listingFilters.map((filter) => [filter, filterNames[filter]])}
      />
      <ChoiceField label="Type" {...field('type')} choices={toChoices(propertyTypes)} />
      {searches.length > 0 && (
        <ChoiceField label="Your search" allName="All searches" {...field('search')} choices={searches} />
      )}
      <ChoiceField
        label="Sort"
        {...field('sort')}
        value={search.sort ?? 'newest'}
        hasAll={false}
        choices={listingSorts.map((sort) => [sort, sortNames[sort]])}
      />
    </>
  );
}

/** The choices that differ from those of an unfiltered list, by their names. */
export function describeChoices(
  { filter, type, search, sort = 'newest' }: ListingSearch,
  searches: ReturnType<typeof useSearchChoices>,
) {
  const choices = [
    { name: 'filter', text: filter && filterNames[filter] },
    { name: 'type', text: type && capitalize(type) },
    { name: 'search', text: searches.find(([id]) => id === search)?.[1] },
    { name: 'sort', text: sort === 'newest' ? undefined : sortNames[sort] },
  ] as const;
  return choices.flatMap(({ name, text }) => (text === undefined ? [] : [{ name, text }]));
}
