import type { ComponentProps } from 'react';
import { CheckIcon } from '../page-icons.tsx';

type CheckboxProps = Omit<ComponentProps<'input'>, 'id' | 'type'> & {
  label: string;
  /** What it is about is written beside it. */
  isLabelHidden?: boolean;
};

export function Checkbox({ label, isLabelHidden = false, ...input }: CheckboxProps) {
  return (
    <label className="relative flex min-h-9 cursor-pointer items-start gap-3 py-[0.4375rem] has-disabled:cursor-not-allowed has-disabled:opacity-60 pointer-coarse:min-h-11 pointer-coarse:py-[0.6875rem]">
      <span className="relative mt-px flex size-5 shrink-0">
        <input
          {...input}
          type="checkbox"
          className="peer size-5 cursor-[inherit] appearance-none rounded-md border border-control bg-surface transition-colors indeterminate:border-primary indeterminate:bg-primary aria-invalid:border-danger checked:border-primary checked:bg-primary hover:border-primary"
        />
        <CheckIcon className="pointer-events-none absolute inset-0 m-auto size-3.5 text-on-primary opacity-0 peer-checked:opacity-100" />
        <span className="pointer-events-none absolute inset-0 m-auto h-0.5 w-2.5 rounded-full bg-on-primary opacity-0 peer-indeterminate:opacity-100" />
      </span>
      <span className={isLabelHidden ? 'sr-only' : undefined}>{label}</span>
    </label>
  );
}
