import { capitalize } from '#domain/shared/capitalize.contract.ts';
import { joinClasses } from '#web/lib/join-classes.ts';
import { controlClasses, Field, type LabeledProps } from './field.tsx';
import { ChevronDownIcon } from '../icons.tsx';

/** The browser's native select: the right keys and the right look on every device. */
export function SelectField({ label, error, hint, children, ...select }: LabeledProps<'select'>) {
  return (
    <Field label={label} error={error} hint={hint}>
      {(props) => (
        <div className="relative">
          <select {...select} {...props} className={joinClasses(controlClasses, 'appearance-none pr-10')}>
            {children}
          </select>
          <ChevronDownIcon className="pointer-events-none absolute top-1/2 right-3.5 -translate-y-1/2 text-muted" />
        </div>
      )}
    </Field>
  );
}

export type Choices<Value> = readonly (readonly [value: Value, name: string])[];

/** The options of a select. */
export function Options({ choices }: { choices: Choices<string | number> }) {
  return choices.map(([value, name]) => (
    <option key={value} value={value}>
      {name}
    </option>
  ));
}

/** Values that are their own names. */
export function toChoices<Value extends string>(values: readonly Value[]): Choices<Value> {
  return values.map((value) => [value, capitalize(value)]);
}
