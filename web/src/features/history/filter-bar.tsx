import { useQuery } from '@tanstack/react-query';
import { formatEventType } from '#domain/history/event-type.contract.ts';
import { ChoiceField, DayField, FilterBar, SearchField } from '#web/components/filter-fields.tsx';
import { ChevronDownIcon } from '#web/components/ui/icons.tsx';
import { controlClasses, Field } from '#web/components/ui/form/field.tsx';
import { Menu, MenuCheck } from '#web/components/ui/overlay/menu.tsx';
import { formatCount } from '#web/lib/format.ts';
import { joinClasses } from '#web/lib/join-classes.ts';
import { bindFilters, type ChangeFilters, removeAll } from '#web/lib/use-filters.ts';
import type { HistoryFilters } from './filters.ts';
import { eventTypesQuery } from './queries.ts';

type HistoryFilterBarProps = { filters: HistoryFilters; onChange: ChangeFilters<HistoryFilters> };

export function HistoryFilterBar({ filters, onChange }: HistoryFilterBarProps) {
  const field = bindFilters(filters, (name, value) => onChange({ [name]: value }));
  const { from, to, type = [], zone = 'local' } = filters;
  return (
    <FilterBar clear={Object.keys(filters).length > 0 ? () => onChange(removeAll(filters)) : null}>
      <SearchField label="Text" placeholder="All words must match" maxLength={200} {...field('q')} />
      <EventTypes chosen={type} onChange={onChange} />
      <SearchField label="Person" placeholder="Email or id" maxLength={254} {...field('person')} />
      <SearchField label="Stream" placeholder="listing-*" maxLength={200} {...field('stream')} />
      <DayField label="From" max={to} {...field('from')} />
      <DayField label="To" min={from} {...field('to')} />
      <ChoiceField label="Times" hasAll={false} {...field('zone')} value={zone} choices={zones} />
    </FilterBar>
  );
}

const zones = [
  ['local', 'Local'],
  ['utc', 'UTC'],
] as const;

type EventTypesProps = { chosen: readonly string[]; onChange: ChangeFilters<HistoryFilters> };

/** The kinds of events to show; all where none is chosen. */
function EventTypes({ chosen, onChange }: EventTypesProps) {
  const { data: types = [] } = useQuery(eventTypesQuery);
  const [one, another] = chosen;
  const text = another ? formatCount(chosen.length, 'kind') : one ? formatEventType(one) : 'All';
  return (
    <Field label="Kinds">
      {({ id }) => (
        <Menu
          trigger={
            <button
              id={id}
              type="button"
              aria-label={`Kinds: ${text}`}
              className={joinClasses(controlClasses, 'flex items-center justify-between gap-2 text-left')}
            >
              <span className="truncate">{text}</span>
              <ChevronDownIcon className="shrink-0 text-muted" />
            </button>
          }
        >
          {types.map((type) => (
            <MenuCheck
              key={type}
              isOn={chosen.includes(type)}
              onChange={(isOn) =>
                onChange(({ type: latest = [] }) => {
                  const others = latest.filter((other) => other !== type);
                  return { type: isOn ? [...others, type] : others };
                })
              }
            >
              {formatEventType(type)}
            </MenuCheck>
          ))}
        </Menu>
      )}
    </Field>
  );
}
