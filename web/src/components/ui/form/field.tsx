import { type ComponentProps, type ReactNode, useId } from 'react';
import { joinClasses } from '#web/lib/join-classes.ts';

type ControlProps = { id: string; 'aria-invalid': boolean; 'aria-describedby': string | undefined };

type FieldProps = {
  label: string;
  error?: string | undefined;
  hint?: ReactNode;
  /** Renders the control. */
  children: (props: ControlProps) => ReactNode;
};

export const controlClasses = joinClasses(
  'h-11 w-full rounded-control border border-control bg-surface px-3.5 text-base text-text',
  'transition-[border-color,box-shadow] duration-150 placeholder:text-muted hover:border-muted',
  'focus-visible:border-focus focus-visible:outline-2 focus-visible:outline-offset-0 focus-visible:outline-focus',
  'aria-invalid:border-danger aria-invalid:focus-visible:outline-danger',
);

/** A label, its control, and the control's error and hint. */
export function Field({ label, error, hint, children }: FieldProps) {
  const id = useId();
  const errorId = `${id}-error`;
  const hintId = `${id}-hint`;
  const describedBy = [error && errorId, hint && hintId].filter(Boolean).join(' ') || undefined;
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block text-sm font-semibold">
        {label}
      </label>
      {children({ id, 'aria-invalid': Boolean(error), 'aria-describedby': describedBy })}
      {error && (
        <p id={errorId} role="alert" className="mt-1.5 text-sm font-medium text-danger">
          {error}
        </p>
      )}
      {hint && (
        <p id={hintId} className="mt-1.5 text-sm text-muted">
          {hint}
        </p>
      )}
    </div>
  );
}

export type LabeledProps<Element extends 'input' | 'select' | 'textarea'> = Omit<ComponentProps<Element>, 'id'> &
  Omit<FieldProps, 'children'>;

export function TextField({
  label,
  error,
  hint,
  unit,
  className,
  ...input
}: LabeledProps<'input'> & { unit?: string }) {
  return (
    <Field label={label} error={error} hint={hint}>
      {(props) => (
        <div className="relative">
          {unit && (
            <span
              aria-hidden="true"
              className="pointer-events-none absolute inset-y-0 left-3.5 flex items-center text-muted"
            >
              {unit}
            </span>
          )}
          <input type="text" {...input} {...props} className={joinClasses(controlClasses, unit && 'pl-7', className)} />
        </div>
      )}
    </Field>
  );
}
