import { useCallback } from 'react';
import { FilterBar, SearchField } from '#web/components/filter-fields.tsx';
import { removeAll } from '#web/lib/use-filters.ts';
import { useIsWide } from '#web/lib/hooks/use-is-wide.ts';
import { ListingChoices, type ListingFilterProps } from './listing-choices.tsx';
import { ListingFilterChips } from './listing-filter-chips.tsx';

/** A search field, and the other filters: fields in a wide window, chips and a sheet on a phone. */
export function ListingFilterBar({ search, onChange }: ListingFilterProps) {
  const isWide = useIsWide();
  const searchFor = useCallback((q: string) => onChange({ q }), [onChange]);
  const isFiltered = Object.keys(search).some((name) => name !== 'sort');
  const clear = isFiltered ? () => onChange({ ...removeAll(search), sort: search.sort }) : null;
  const searchField = (
    <SearchField
      label="Search"
      placeholder="Title, city or ZIP"
      maxLength={200}
      value={search.q}
      onChange={searchFor}
    />
  );
  if (isWide) {
    return (
      <FilterBar clear={clear}>
        {searchField}
        <ListingChoices search={search} onChange={onChange} />
      </FilterBar>
    );
  }
  return (
    <search aria-label="Filters" className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <div className="[&_label]:sr-only">{searchField}</div>
      <ListingFilterChips search={search} onChange={onChange} />
    </search>
  );
}
