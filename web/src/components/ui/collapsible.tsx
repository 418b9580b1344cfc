import { Collapsible as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import { classes } from '#web/lib/classes.ts';
import { ChevronDownIcon } from './icons.tsx';

type CollapsibleProps = { title: string; className?: string; children: ReactNode };

export function Collapsible({ title, className, children }: CollapsibleProps) {
  return (
    <Radix.Root className={className}>
      <Radix.Trigger className="group flex min-h-11 w-full items-center justify-between gap-3 rounded-[inherit] px-5 py-2 text-left font-semibold">
        {title}
        <ChevronDownIcon className="transition-transform duration-200 group-data-[state=open]:rotate-180" />
      </Radix.Trigger>
      <Radix.Content className={classes('px-5 pb-5 data-[state=open]:animate-appear')}>{children}</Radix.Content>
    </Radix.Root>
  );
}
