import { useQuery } from '@tanstack/react-query';
import type { WorkflowLogFilters } from '#domain/workflow-log/contract.ts';
import { ChoiceField, DayField, FilterBar, SearchField } from '#web/components/filter-fields.tsx';
import { type AddressChanges, bindFilters, removeAll } from '#web/lib/use-filters.ts';
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
  const field = bindFilters(filters, (name, value) =>
    onChange({ [name]: value }, name !== 'action' && name in filters && value !== ''),
  );
  return (
    <FilterBar clear={Object.keys(filters).length > 0 ? () => onChange(removeAll(filters), false) : null}>
      <SearchField label="Text" placeholder="All words must match" maxLength={254} {...field('q')} />
      <ChoiceField label="Action" {...field('action')} choices={[...names].map((name) => [name, name])} />
      <SearchField label="Person" placeholder="Email or id" maxLength={254} {...field('person')} />
      <DayField label="From (UTC)" max={filters.to} {...field('from')} />
      <DayField label="To (UTC)" min={filters.from} {...field('to')} />
    </FilterBar>
  );
}
