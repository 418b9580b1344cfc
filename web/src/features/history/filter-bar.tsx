import { useState } from 'react';
import { Button } from '#web/components/ui/button.tsx';
import { TextField } from '#web/components/ui/form/field.tsx';
import { joinClasses } from '#web/lib/join-classes.ts';
import { useDebouncedDraft } from '#web/lib/hooks/use-debounced-draft.ts';
import { historyFilterNames, parseHistoryFilters, type HistoryFilters } from './filters.ts';

type Filters = Partial<HistoryFilters>;
type FilterBarProps = { filters: Filters; onChange: (filters: Filters) => void };

const searchHint = 'All words must match. Personal data is searchable by email only.';

/** The filters; typed text is applied after a short pause. */
export function FilterBar({ filters, onChange }: FilterBarProps) {
  const [draft, setDraft] = useDebouncedDraft<Filters>({
    value: filters,
    normalize: parseHistoryFilters,
    isSame: isSameFilters,
    onChange,
  });
  const [isOpen, setIsOpen] = useState(false);
  const field = (name: (typeof historyFilterNames)[number]) => ({
    value: draft[name] ?? '',
    onChange: ({ target }: { target: { value: string } }) => setDraft({ ...draft, [name]: target.value }),
    autoComplete: 'off',
    spellCheck: false,
  });
  const isFiltered = Object.keys(filters).length > 0;
  const others = Object.keys(filters).filter((name) => name !== 'q').length;
  return (
    <search
      aria-label="Filters"
      className="relative grid gap-4 rounded-card border border-line bg-surface p-5 shadow-card sm:p-6"
    >
      <TextField
        {...field('q')}
        type="search"
        label="Text"
        maxLength={200}
        placeholder="Search events"
        hint={searchHint}
      />
      <div className="md:hidden">
        <Button variant="secondary" size="small" aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
          {isOpen ? 'Fewer filters' : `More filters${others > 0 ? ` (${others})` : ''}`}
        </Button>
      </div>
      <div className={joinClasses('grid gap-4 sm:grid-cols-2 lg:grid-cols-5', !isOpen && 'max-md:hidden')}>
        <TextField {...field('person')} label="Person" maxLength={254} placeholder="Email or id" />
        <TextField {...field('type')} label="Type" maxLength={100} placeholder="FiltersUpdated" />
        <TextField {...field('stream')} label="Stream" maxLength={200} placeholder="listing-*" />
        <TextField {...field('from')} type="date" label="From (UTC)" max={draft.to} />
        <TextField {...field('to')} type="date" label="To (UTC)" min={draft.from} />
      </div>
      {isFiltered && (
        <Button
          variant="quiet"
          size="small"
          className="absolute top-2.5 right-3 sm:top-3.5 sm:right-4"
          onClick={() => {
            setDraft({});
            onChange({});
          }}
        >
          Clear filters
        </Button>
      )}
    </search>
  );
}

function isSameFilters(a: Filters, b: Filters): boolean {
  return historyFilterNames.every((name) => (a[name] ?? '') === (b[name] ?? ''));
}
