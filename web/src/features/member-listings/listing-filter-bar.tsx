import { useCallback } from 'react';
import { propertyTypes } from '#domain/listing/contract.ts';
import { type ListingFilter, listingFilters, listingSorts } from '#domain/member-listing/contract.ts';
import { capitalize } from '#domain/shared/capitalize.contract.ts';
import { ChoiceField, FilterBar, SearchField } from '#web/components/filter-fields.tsx';
import { type ListingSearch, parseListingSearch } from './queries.ts';

const filterNames: Record<ListingFilter, string> = {
  unread: 'Unread',
  saved: 'Saved',
  hidden: 'Hidden',
  'price-drop': 'Price drops',
  withdrawn: 'No longer available',
};

const sortNames: Record<(typeof listingSorts)[number], string> = {
  newest: 'Newest first',
  price: 'Lowest price first',
  distance: 'Nearest first',
  '-newest': 'Oldest first',
  '-price': 'Highest price first',
  '-distance': 'Farthest first',
};

type ListingFilterBarProps = { search: ListingSearch; onChange: (search: ListingSearch) => void };

export function ListingFilterBar({ search, onChange }: ListingFilterBarProps) {
  const choose = (name: keyof ListingSearch) => (value: string) =>
    onChange(parseListingSearch({ ...search, [name]: value }));
  const searchFor = useCallback((q: string) => onChange(parseListingSearch({ ...search, q })), [search, onChange]);
  const isFiltered = [search.q, search.filter, search.type].some((value) => value !== undefined);
  return (
    <FilterBar clear={isFiltered ? () => onChange(parseListingSearch({ sort: search.sort })) : null}>
      <SearchField
        label="Search"
        placeholder="Title, city or ZIP"
        maxLength={200}
        value={search.q ?? ''}
        onChange={searchFor}
      />
      <ChoiceField
        label="Show"
        value={search.filter}
        choices={listingFilters.map((filter) => [filter, filterNames[filter]])}
        onChange={choose('filter')}
      />
      <ChoiceField
        label="Type"
        value={search.type}
        choices={propertyTypes.map((type) => [type, capitalize(type)])}
        onChange={choose('type')}
      />
      <ChoiceField
        label="Sort"
        value={search.sort ?? 'newest'}
        hasAll={false}
        choices={listingSorts.map((sort) => [sort, sortNames[sort]])}
        onChange={choose('sort')}
      />
    </FilterBar>
  );
}
