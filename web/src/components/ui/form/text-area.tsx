import type { ComponentProps } from 'react';
import { joinClasses } from '#web/lib/join-classes.ts';
import { controlClasses, Field } from './field.tsx';

type TextAreaProps = Omit<ComponentProps<'textarea'>, 'id'> & {
  label: string;
  error?: string | undefined;
  hint?: string;
};

export function TextArea({ label, error, hint, className, ...area }: TextAreaProps) {
  return (
    <Field
      label={label}
      error={error}
      hint={hint}
      control={(props) => (
        <textarea
          {...area}
          {...props}
          className={joinClasses(controlClasses, 'block h-auto min-h-20 resize-y py-2.5', className)}
        />
      )}
    />
  );
}
