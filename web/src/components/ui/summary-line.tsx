import { type ReactNode, useId, useState } from 'react';
import { joinClasses } from '#web/lib/join-classes.ts';
import { ChevronDownIcon } from './icons.tsx';

type SummaryLineProps = {
  title: string;
  /** One line, cut off where it is too long. */
  summary: ReactNode;
  isOpenAtFirst?: boolean;
  /** Shown once the line is opened. */
  children: ReactNode;
};

/** A card of one line, for phones: it opens to its whole content. */
export function SummaryLine({ title, summary, isOpenAtFirst = false, children }: SummaryLineProps) {
  const [isOpen, setOpen] = useState(isOpenAtFirst);
  const id = useId();
  return (
    <section aria-labelledby={`${id}-title`} className="min-w-0 rounded-xl border border-line bg-surface shadow-card">
      <h2>
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={`${id}-content`}
          onClick={() => setOpen(!isOpen)}
          className="flex min-h-12 w-full items-center gap-2 rounded-[inherit] px-4 py-1.5 text-left text-sm"
        >
          <span className="min-w-0 flex-1 truncate">
            <span id={`${id}-title`} className="font-semibold">
              {title}
            </span>
            <span className="sr-only">: </span>
            <span className="ml-2.5 text-muted">{summary}</span>
          </span>
          <ChevronDownIcon className={joinClasses('transition-transform duration-200', isOpen && 'rotate-180')} />
        </button>
      </h2>
      <div id={`${id}-content`} hidden={!isOpen} className="px-4 pt-1 pb-4">
        {isOpen && children}
      </div>
    </section>
  );
}
