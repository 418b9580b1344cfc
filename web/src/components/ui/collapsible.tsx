import type { ReactNode } from 'react';
import { useDisclosure } from '#web/lib/hooks/use-disclosure.ts';
import { joinClasses } from '#web/lib/join-classes.ts';
import { ChevronDownIcon } from './icons.tsx';

type CollapsibleProps = { title: string; className?: string; children: ReactNode };

/** A button that shows and hides the content below it. */
export function Collapsible({ title, className, children }: CollapsibleProps) {
  const { isOpen, button, content } = useDisclosure();
  return (
    <div className={className}>
      <button
        {...button}
        className="flex min-h-11 w-full items-center justify-between gap-3 rounded-[inherit] px-5 py-2 text-left font-semibold"
      >
        {title}
        <ChevronDownIcon className={joinClasses('transition-transform duration-200', isOpen && 'rotate-180')} />
      </button>
      <div {...content} className={joinClasses('px-5 pb-5', isOpen && 'animate-appear')}>
        {isOpen && children}
      </div>
    </div>
  );
}
