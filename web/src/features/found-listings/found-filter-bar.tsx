import { useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { propertyTypes } from '#domain/listing/contract.ts';
import { type FoundListingFilters, listingStates } from '#domain/listing/found-listings.contract.ts';
import { capitalize } from '#domain/shared/capitalize.contract.ts';
import { ChoiceField, FilterBar, SearchField } from '#web/components/filter-fields.tsx';
import { type ChangeFilters, removeAll } from '#web/lib/use-filters.ts';
import { sourcesQuery } from '#web/features/sources/index.ts';
import { stateNames } from '#web/features/visitors/index.ts';
import { listPriceBands, toPriceBand } from './price-bands.ts';

type FilterBarProps = { filters: FoundListingFilters; onChange: ChangeFilters<FoundListingFilters> };

export function FoundFilterBar({ filters, onChange }: FilterBarProps) {
  const { data: sources = [] } = useQuery(sourcesQuery);
  const names = new Set(sources.map(({ id }) => id));
  if (filters.source) names.add(filters.source);
  const choose = (name: keyof FoundListingFilters) => (value: string) => onChange({ [name]: value });
  const searchFor = useCallback((q: string) => onChange({ q }), [onChange]);
  return (
    <FilterBar clear={Object.keys(filters).length > 0 ? () => onChange(removeAll(filters)) : null}>
      <SearchField
        label="Text"
        placeholder="Title, city, ZIP or link"
        maxLength={2000}
        value={filters.q ?? ''}
        onChange={searchFor}
      />
      <ChoiceField
        label="Status"
        value={filters.state}
        choices={listingStates.map((state) => [state, capitalize(state)])}
        onChange={choose('state')}
      />
      <ChoiceField
        label="Type"
        value={filters.type}
        choices={propertyTypes.map((type) => [type, capitalize(type)])}
        onChange={choose('type')}
      />
      <ChoiceField
        label="Source"
        value={filters.source}
        choices={[...names].toSorted().map((name) => [name, name])}
        onChange={choose('source')}
      />
      <ChoiceField
        label="Price"
        value={toPriceBand(filters)}
        choices={listPriceBands(filters)}
        onChange={(band) => {
          const [minPrice, maxPrice] = band.split('-');
          onChange({ minPrice, maxPrice });
        }}
      />
      <ChoiceField
        label="State"
        value={filters.usState}
        choices={Object.entries(stateNames).map(([code, name = code]) => [code, name])}
        onChange={choose('usState')}
      />
    </FilterBar>
  );
}
