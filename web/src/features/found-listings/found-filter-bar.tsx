import { useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { propertyTypes } from '#domain/listing/contract.ts';
import { type FoundListingFilters, listingStates } from '#domain/listing/found-listings.contract.ts';
import { TextField } from '#web/components/ui/form/field.tsx';
import { SelectField } from '#web/components/ui/form/select.tsx';
import { capitalize } from '#domain/shared/capitalize.contract.ts';
import { useDebouncedDraft } from '#web/lib/hooks/use-debounced-draft.ts';
import { sourcesQuery } from '#web/features/sources/index.ts';
import { parseFoundFilters } from './queries.ts';

type FilterBarProps = { filters: FoundListingFilters; onChange: (filters: FoundListingFilters) => void };

/** The filters of the list; typed text is applied after a short pause. */
export function FoundFilterBar({ filters, onChange }: FilterBarProps) {
  const { data: sources = [] } = useQuery(sourcesQuery);
  const names = new Set([...sources.map(({ id }) => id), ...(filters.source ? [filters.source] : [])]);
  const choose = (name: 'state' | 'type' | 'source', value: string) =>
    onChange(parseFoundFilters({ ...filters, [name]: value }));
  return (
    <search
      aria-label="Filters"
      className="grid gap-4 rounded-card border border-line bg-surface p-5 shadow-card sm:grid-cols-2 sm:p-6 lg:grid-cols-[minmax(0,2fr)_repeat(3,minmax(0,1fr))]"
    >
      <SearchWordsField filters={filters} onChange={onChange} />
      <SelectField label="Status" value={filters.state ?? ''} onChange={({ target }) => choose('state', target.value)}>
        <option value="">All</option>
        {listingStates.map((state) => (
          <option key={state} value={state}>
            {capitalize(state)}
          </option>
        ))}
      </SelectField>
      <SelectField label="Type" value={filters.type ?? ''} onChange={({ target }) => choose('type', target.value)}>
        <option value="">All</option>
        {propertyTypes.map((type) => (
          <option key={type} value={type}>
            {capitalize(type)}
          </option>
        ))}
      </SelectField>
      <SelectField
        label="Source"
        value={filters.source ?? ''}
        onChange={({ target }) => choose('source', target.value)}
      >
        <option value="">All</option>
        {[...names].toSorted().map((name) => (
          <option key={name}>{name}</option>
        ))}
      </SelectField>
    </search>
  );
}

function SearchWordsField({ filters, onChange }: FilterBarProps) {
  const onChangeText = useCallback((q: string) => onChange(parseFoundFilters({ ...filters, q })), [filters, onChange]);
  const [typed, setTyped] = useDebouncedDraft({
    value: filters.q ?? '',
    normalize: parseWords,
    isSame: Object.is,
    onChange: onChangeText,
  });
  return (
    <TextField
      label="Text"
      type="search"
      autoComplete="off"
      maxLength={2000}
      placeholder="Title, city, ZIP or link"
      value={typed}
      onChange={({ target }) => setTyped(target.value)}
    />
  );
}

const parseWords = (typed: string) => parseFoundFilters({ q: typed }).q ?? '';
