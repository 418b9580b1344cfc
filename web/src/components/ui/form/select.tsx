import type { ComponentProps } from 'react';
import { joinClasses } from '#web/lib/join-classes.ts';
import { controlClasses, Field } from './field.tsx';
import { ChevronDownIcon } from '../icons.tsx';

type SelectFieldProps = Omit<ComponentProps<'select'>, 'id'> & {
  label: string;
  error?: string | undefined;
  hint?: string;
};

/** The browser's native select: the right keys and the right look on every device. */
export function SelectField({ label, error, hint, children, ...select }: SelectFieldProps) {
  return (
    <Field
      label={label}
      error={error}
      hint={hint}
      control={(props) => (
        <div className="relative">
          <select {...select} {...props} className={joinClasses(controlClasses, 'appearance-none pr-10')}>
            {children}
          </select>
          <ChevronDownIcon className="pointer-events-none absolute top-1/2 right-3.5 -translate-y-1/2 text-muted" />
        </div>
      )}
    />
  );
}
