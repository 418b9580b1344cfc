import { type ReactNode, useId } from 'react';
import type { WorkflowLogEntry } from '#domain/workflow-log/contract.ts';
import { SubjectLink } from '#web/components/subject-link.tsx';
import { Badge } from '#web/components/ui/badge.tsx';
import { ChevronDownIcon } from '#web/components/ui/icons.tsx';
import { joinClasses } from '#web/lib/join-classes.ts';
import { formatCount, formatTime } from '#web/lib/format.ts';
import { findAlertedListing } from './fold-runs.ts';

export function LogLine({ entry, isNew }: { entry: WorkflowLogEntry; isNew: boolean }) {
  return (
    <Line entry={entry} isNew={isNew}>
      <LinkedDetails entry={entry} />
    </Line>
  );
}

type AlertRunProps = {
  /** Newest first. */
  run: [WorkflowLogEntry, ...WorkflowLogEntry[]];
  isNew: boolean;
  isOpen: boolean;
  onToggle: () => void;
};

/** Alerts of one listing in one line, which opens to each of them. */
export function AlertRun({ run, isNew, isOpen, onToggle }: AlertRunProps) {
  const id = useId();
  const [newest] = run;
  const listing = findAlertedListing(newest);
  return (
    <Line entry={newest} isNew={isNew}>
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={onToggle}
        className="tap-target mr-1 inline-flex min-h-6 items-center gap-1 rounded font-semibold hover:underline"
      >
        {formatCount(run.length, 'alert')}
        <ChevronDownIcon className={joinClasses('transition-transform duration-200', isOpen && 'rotate-180')} />
      </button>
      {listing && <SubjectLink subject={listing}>{newest.details.slice(listing.start, listing.end)}</SubjectLink>}
      <ol id={id} hidden={!isOpen} className="mt-1 grid gap-1 border-l-2 border-line pl-3">
        {isOpen &&
          run.map((entry) => (
            <li key={entry.id}>
              <time dateTime={entry.timestamp} className="mr-2 text-xs text-muted">
                {formatTime(entry.timestamp)}
              </time>
              <LinkedDetails entry={entry} />
            </li>
          ))}
      </ol>
    </Line>
  );
}

type LineProps = { entry: WorkflowLogEntry; isNew: boolean; children: ReactNode };

/** Time and action, and what happened: below them on a phone. */
function Line({ entry: { timestamp, action }, isNew, children }: LineProps) {
  return (
    <li
      className={joinClasses(
        'grid grid-cols-[auto_minmax(0,1fr)] items-baseline gap-x-4 border-b border-line px-5 py-1.5 text-sm last:rounded-b-card last:border-0 sm:px-6',
        'md:grid-cols-[10.5rem_12rem_minmax(0,1fr)] md:py-2',
        isNew && 'animate-glow',
      )}
    >
      <time dateTime={timestamp} className="text-muted max-md:text-xs">
        {formatTime(timestamp)}
      </time>
      <span className="max-md:justify-self-end">
        <Badge>{action}</Badge>
      </span>
      <div className="break-words max-md:col-span-2">{children}</div>
    </li>
  );
}

/** The sentence, with links to those whom it names. */
function LinkedDetails({ entry: { details, links } }: { entry: WorkflowLogEntry }) {
  return (
    <span>
      {links.map((link, index) => (
        <span key={link.start}>
          {details.slice(links[index - 1]?.end ?? 0, link.start)}
          <SubjectLink subject={link}>{details.slice(link.start, link.end)}</SubjectLink>
        </span>
      ))}
      {details.slice(links.at(-1)?.end ?? 0)}
    </span>
  );
}
