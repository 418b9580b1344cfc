import { type ComponentProps, useId } from 'react';
import { CheckIcon } from '../icons.tsx';

type CheckboxProps = Omit<ComponentProps<'input'>, 'id' | 'type'> & { label: string };

export function Checkbox({ label, ...input }: CheckboxProps) {
  const id = useId();
  return (
    <div className="flex min-h-9 items-center gap-3">
      <span className="relative flex size-5 shrink-0">
        <input
          {...input}
          id={id}
          type="checkbox"
          className="peer size-5 cursor-pointer appearance-none rounded-md border border-control bg-surface transition-colors checked:border-primary checked:bg-primary hover:border-primary"
        />
        <CheckIcon className="pointer-events-none absolute inset-0 m-auto size-3.5 text-on-primary opacity-0 peer-checked:opacity-100" />
      </span>
      <label htmlFor={id} className="cursor-pointer">
        {label}
      </label>
    </div>
  );
}
