import { type ComponentProps, useId } from 'react';
import { Checkbox } from '#web/components/ui/form/checkbox.tsx';

type CheckboxFieldProps = ComponentProps<typeof Checkbox> & { error?: string | undefined; hint?: string };

/** A checkbox with an error and a hint. */
export function CheckboxField({ error, hint, ...checkbox }: CheckboxFieldProps) {
  const id = useId();
  const describedBy = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(' ') || undefined;
  return (
    <div>
      <Checkbox {...checkbox} aria-invalid={error !== undefined} aria-describedby={describedBy} />
      {error && (
        <p id={`${id}-error`} role="alert" className="mt-1 ml-8 text-sm font-medium text-danger">
          {error}
        </p>
      )}
      {hint && (
        <p id={`${id}-hint`} className="ml-8 text-sm text-pretty text-muted">
          {hint}
        </p>
      )}
    </div>
  );
}
