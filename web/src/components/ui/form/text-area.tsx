import { joinClasses } from '#web/lib/join-classes.ts';
import { controlClasses, Field, type LabeledProps } from './field.tsx';

export function TextArea({ label, error, hint, className, ...area }: LabeledProps<'textarea'>) {
  return (
    <Field label={label} error={error} hint={hint}>
      {(props) => (
        <textarea
          {...area}
          {...props}
          className={joinClasses(controlClasses, 'block h-auto min-h-20 resize-y py-2.5', className)}
        />
      )}
    </Field>
  );
}
