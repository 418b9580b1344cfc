import type { ReactNode } from 'react';
import { CheckIcon } from '#web/components/ui/page-icons.tsx';
import { joinClasses } from '#web/lib/join-classes.ts';

type ChecklistStepProps = {
  number: number;
  title: string;
  /** Beside the title once it is done. */
  summary: string;
  isDone: boolean;
  isOpen: boolean;
  children: ReactNode;
};

/** One step: its mark and title, and while it is open what to do. */
export function ChecklistStep({ number, title, summary, isDone, isOpen, children }: ChecklistStepProps) {
  return (
    <li className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3">
      <span
        aria-hidden="true"
        className={joinClasses(
          'mt-1.5 flex size-7 items-center justify-center rounded-full text-sm font-semibold',
          isDone ? 'bg-primary text-on-primary' : 'border border-control text-muted',
        )}
      >
        {isDone ? <CheckIcon className="size-4" /> : number}
      </span>
      <div className="min-w-0 py-2">
        <p className="flex flex-wrap gap-x-3">
          <span className={joinClasses('font-semibold', !isDone && !isOpen && 'text-muted')}>{title}</span>
          {isDone && <span className="text-muted">{summary}</span>}
          <span className="sr-only">{isDone ? '(done)' : '(to do)'}</span>
        </p>
        {isOpen && <div className="mt-3">{children}</div>}
      </div>
    </li>
  );
}
