import { useCallback } from 'react';
import { propertyTypes } from '#domain/listing/contract.ts';
import { listingFilters, listingSorts } from '#domain/member-listing/contract.ts';
import { capitalize } from '#domain/shared/capitalize.contract.ts';
import { TextField } from '#web/components/ui/form/field.tsx';
import { SelectField } from '#web/components/ui/form/select.tsx';
import { useDebouncedDraft } from '#web/lib/hooks/use-debounced-draft.ts';
import { type ListingSearch, parseListingSearch } from './queries.ts';

type FilterBarProps = { search: ListingSearch; onChange: (search: ListingSearch) => void };

const filterNames: Record<(typeof listingFilters)[number], string> = {
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

/** The filters of the list; typed text is applied after a short pause. */
export function ListingFilterBar({ search, onChange }: FilterBarProps) {
  const choose = (name: 'filter' | 'type' | 'sort', value: string) =>
    onChange(parseListingSearch({ ...search, [name]: value }));
  return (
    <search
      aria-label="Filters"
      className="grid grid-cols-2 gap-x-4 gap-y-3 rounded-card border border-line bg-surface p-4 shadow-card sm:p-6 lg:grid-cols-[minmax(0,2fr)_repeat(3,minmax(0,1fr))]"
    >
      <div className="max-lg:col-span-2">
        <SearchField search={search} onChange={onChange} />
      </div>
      <SelectField label="Show" value={search.filter ?? ''} onChange={({ target }) => choose('filter', target.value)}>
        <option value="">All</option>
        {listingFilters.map((filter) => (
          <option key={filter} value={filter}>
            {filterNames[filter]}
          </option>
        ))}
      </SelectField>
      <SelectField label="Type" value={search.type ?? ''} onChange={({ target }) => choose('type', target.value)}>
        <option value="">All</option>
        {propertyTypes.map((type) => (
          <option key={type} value={type}>
            {capitalize(type)}
          </option>
        ))}
      </SelectField>
      <SelectField label="Sort" value={search.sort ?? 'newest'} onChange={({ target }) => choose('sort', target.value)}>
        {listingSorts.map((sort) => (
          <option key={sort} value={sort}>
            {sortNames[sort]}
          </option>
        ))}
      </SelectField>
    </search>
  );
}

function SearchField({ search, onChange }: FilterBarProps) {
  const onChangeText = useCallback((q: string) => onChange(parseListingSearch({ ...search, q })), [search, onChange]);
  const [typed, setTyped] = useDebouncedDraft({
    value: search.q ?? '',
    normalize: parseWords,
    isSame: Object.is,
    onChange: onChangeText,
  });
  return (
    <TextField
      label="Search"
      type="search"
      autoComplete="off"
      maxLength={200}
      placeholder="Title, city or ZIP"
      value={typed}
      onChange={({ target }) => setTyped(target.value)}
    />
  );
}

const parseWords = (typed: string) => parseListingSearch({ q: typed }).q ?? '';
