import type { ReactNode } from 'react';
import { Button } from './ui/button.tsx';
import { TextField } from './ui/form/field.tsx';
import { type Choices, Options, SelectField } from './ui/form/select.tsx';
import { joinClasses } from '#web/lib/join-classes.ts';
import { useDebouncedDraft } from '#web/lib/hooks/use-debounced-draft.ts';

type FilterBarProps = {
  clear?: (() => void) | null;
  /** Within a card, which has the button that clears; a search field and any number of choices. */
  isPlain?: boolean;
  children: ReactNode;
};

const cardClasses =
  'rounded-card border border-line bg-surface p-4 shadow-card sm:p-6 lg:auto-cols-fr lg:grid-flow-col lg:grid-cols-[minmax(0,2fr)] [&>:first-child]:max-lg:col-span-2 [&>div:nth-child(4):last-of-type]:max-lg:col-span-2';
const plainClasses =
  'mb-5 sm:grid-cols-4 xl:grid-cols-[minmax(0,2fr)] xl:auto-cols-[minmax(0,1fr)] xl:grid-flow-col [&>:first-child]:max-sm:col-span-2';

/** The filters of a list, in one card; `clear` where any is set. */
export function FilterBar({ clear = null, isPlain = false, children }: FilterBarProps) {
  return (
    <search
      aria-label="Filters"
      className={joinClasses('relative grid grid-cols-2 gap-x-4 gap-y-3', isPlain ? plainClasses : cardClasses)}
    >
      {children}
      {clear && (
        <Button variant="quiet" size="small" className="absolute top-1.5 right-2 sm:top-3.5 sm:right-4" onClick={clear}>
          Clear filters
        </Button>
      )}
    </search>
  );
}

type TypedFieldProps = { label: string; value: string | undefined; onChange: (text: string) => void };
type SearchFieldProps = TypedFieldProps & { placeholder: string; maxLength: number };
type DayFieldProps = TypedFieldProps & { min?: string | undefined; max?: string | undefined };

/** Words to search for; they are applied after a short pause in typing. */
export function SearchField(field: SearchFieldProps) {
  return <TypedField type="search" {...field} />;
}

/** A day, yyyy-MM-dd; applied after a short pause too. */
export function DayField(field: DayFieldProps) {
  return <TypedField type="date" {...field} />;
}

function TypedField({
  value = '',
  onChange,
  ...field
}: TypedFieldProps & Partial<SearchFieldProps & DayFieldProps> & { type: 'search' | 'date' }) {
  const [typed, setTyped] = useDebouncedDraft({ value, normalize: trim, isSame: Object.is, onChange });
  return <TextField {...field} autoComplete="off" value={typed} onChange={({ target }) => setTyped(target.value)} />;
}

const trim = (text: string) => text.trim();

type ChoiceFieldProps<Value extends string> = {
  label: string;
  value: Value | undefined;
  /** Whether none can be chosen. */
  hasAll?: boolean;
  allName?: string;
  choices: Choices<Value>;
  onChange: (value: string) => void;
};

export function ChoiceField<Value extends string>({
  label,
  value,
  hasAll = true,
  allName = 'All',
  choices,
  onChange,
}: ChoiceFieldProps<Value>) {
  return (
    <SelectField label={label} value={value ?? ''} onChange={({ target }) => onChange(target.value)}>
      {hasAll && <option value="">{allName}</option>}
      <Options choices={choices} />
    </SelectField>
  );
}
