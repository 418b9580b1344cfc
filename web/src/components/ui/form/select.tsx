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
