import type { ComponentProps } from 'react';
import { CheckIcon } from '../icons.tsx';

type CheckboxProps = Omit<ComponentProps<'input'>, 'id' | 'type'> & { label: string };

export function Checkbox({ label, ...input }: CheckboxProps) {
  return (
    <label className="flex min-h-9 cursor-pointer items-start gap-3 py-[0.4375rem] pointer-coarse:min-h-11 pointer-coarse:py-[0.6875rem]">
      <span className="relative mt-px flex size-5 shrink-0">
        <input
          {...input}
          type="checkbox"
          className="peer size-5 cursor-pointer appearance-none rounded-md border border-control bg-surface transition-colors aria-invalid:border-danger checked:border-primary checked:bg-primary hover:border-primary"
        />
        <CheckIcon className="pointer-events-none absolute inset-0 m-auto size-3.5 text-on-primary opacity-0 peer-checked:opacity-100" />
      </span>
      <span>{label}</span>
    </label>
  );
}
