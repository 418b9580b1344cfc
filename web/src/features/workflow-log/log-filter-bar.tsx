import { useQuery } from '@tanstack/react-query';
import type { WorkflowLogFilters } from '#domain/workflow-log/contract.ts';
import { ChoiceField, DayField, FilterBar, SearchField } from '#web/components/filter-fields.tsx';
import { type AddressChanges, removeAll } from '#web/lib/use-filters.ts';
import { logActionsQuery } from './queries.ts';

type LogFilterBarProps = {
  filters: WorkflowLogFilters;
  /** `replace` where a filter is typed further: Back does not lead through each pause. */
  onChange: (changes: AddressChanges<WorkflowLogFilters>, replace: boolean) => void;
};

export function LogFilterBar({ filters, onChange }: LogFilterBarProps) {
  const { data: actions = [] } = useQuery(logActionsQuery);
  // The action of a note is none of the others.
  const names = new Set(filters.action ? [filters.action, ...actions] : actions);
  const change = (name: keyof WorkflowLogFilters) => (value: string) =>
    onChange({ [name]: value }, name !== 'action' && name in filters && value !== '');
  return (
    <FilterBar clear={Object.keys(filters).length > 0 ? () => onChange(removeAll(filters), false) : null}>
      <SearchField
        label="Text"
        placeholder="All words must match"
        maxLength={254}
        value={filters.q ?? ''}
        onChange={change('q')}
      />
      <ChoiceField
        label="Action"
        value={filters.action}
        choices={[...names].map((name) => [name, name])}
        onChange={change('action')}
      />
      <SearchField
        label="Person"
        placeholder="Email or id"
        maxLength={254}
        value={filters.person ?? ''}
        onChange={change('person')}
      />
      <DayField label="From (UTC)" max={filters.to} value={filters.from ?? ''} onChange={change('from')} />
      <DayField label="To (UTC)" min={filters.from} value={filters.to ?? ''} onChange={change('to')} />
    </FilterBar>
  );
}
