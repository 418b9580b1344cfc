import { useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { propertyTypes } from '#domain/listing/contract.ts';
import { type FoundListingFilters, listingStates } from '#domain/listing/found-listings.contract.ts';
import { ChoiceField, FilterBar, SearchField } from '#web/components/filter-fields.tsx';
import { toChoices } from '#web/components/ui/form/select.tsx';
import { bindFilters, type ChangeFilters, removeAll } from '#web/lib/use-filters.ts';
import { sourcesQuery } from '#web/features/sources/index.ts';
import { stateNames } from '#web/features/visitors/index.ts';
import { listPriceBands, toPriceBand } from './price-bands.ts';

type FilterBarProps = { filters: FoundListingFilters; onChange: ChangeFilters<FoundListingFilters> };

export function FoundFilterBar({ filters, onChange }: FilterBarProps) {
  const { data: sources = [] } = useQuery(sourcesQuery);
  const names = new Set(sources.map(({ id }) => id));
  if (filters.source) names.add(filters.source);
  const field = bindFilters(filters, (name, value) => onChange({ [name]: value }));
  const searchFor = useCallback((q: string) => onChange({ q }), [onChange]);
  return (
    <FilterBar clear={Object.keys(filters).length > 0 ? () => onChange(removeAll(filters)) : null}>
      <SearchField
        label="Text"
        placeholder="Title, city, ZIP or link"
        maxLength={2000}
        value={filters.q}
        onChange={searchFor}
      />
      <ChoiceField label="Status" {...field('state')} choices={toChoices(listingStates)} />
      <ChoiceField label="Type" {...field('type')} choices={toChoices(propertyTypes)} />
      <ChoiceField label="Source" {...field('source')} choices={[...names].toSorted().map((name) => [name, name])} />
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
        {...field('usState')}
        choices={Object.entries(stateNames).map(([code, name = code]) => [code, name])}
      />
    </FilterBar>
  );
}
