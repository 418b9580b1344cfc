import type { ReactNode } from 'react';
import { Button } from './ui/button.tsx';
import { TextField } from './ui/form/field.tsx';
import { SelectField } from './ui/form/select.tsx';
import { useDebouncedDraft } from '#web/lib/hooks/use-debounced-draft.ts';

/** The filters of a list, in one card; `clear` where any is set. */
export function FilterBar({ clear, children }: { clear: (() => void) | null; children: ReactNode }) {
  return (
    <search
      aria-label="Filters"
      className="relative grid grid-cols-2 gap-x-4 gap-y-3 rounded-card border border-line bg-surface p-4 shadow-card sm:p-6 lg:grid-cols-[minmax(0,2fr)_repeat(3,minmax(0,1fr))] [&>:first-child]:max-lg:col-span-2 [&>:nth-child(4)]:max-lg:col-span-2"
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

type SearchFieldProps = {
  label: string;
  placeholder: string;
  maxLength: number;
  value: string;
  onChange: (words: string) => void;
};

/** Words to search for; they are applied after a short pause in typing. */
export function SearchField({ value, onChange, ...field }: SearchFieldProps) {
  const [typed, setTyped] = useDebouncedDraft({ value, normalize: trim, isSame: Object.is, onChange });
  return (
    <TextField
      {...field}
      type="search"
      autoComplete="off"
      value={typed}
      onChange={({ target }) => setTyped(target.value)}
    />
  );
}

const trim = (text: string) => text.trim();

type ChoiceFieldProps<Value extends string> = {
  label: string;
  value: Value | undefined;
  /** Whether none can be chosen. */
  hasAll?: boolean;
  choices: readonly (readonly [Value, name: string])[];
  onChange: (value: string) => void;
};

export function ChoiceField<Value extends string>({
  label,
  value,
  hasAll = true,
  choices,
  onChange,
}: ChoiceFieldProps<Value>) {
  return (
    <SelectField label={label} value={value ?? ''} onChange={({ target }) => onChange(target.value)}>
      {hasAll && <option value="">All</option>}
      {choices.map(([choice, name]) => (
        <option key={choice} value={choice}>
          {name}
        </option>
      ))}
    </SelectField>
  );
}
