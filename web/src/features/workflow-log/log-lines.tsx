import type { WorkflowLogEntry } from '#domain/workflow-log/contract.ts';
import { Badge } from '#web/components/ui/badge.tsx';
import { joinClasses } from '#web/lib/join-classes.ts';
import { formatTime } from '#web/lib/format.ts';
import { useNewItems } from '#web/lib/hooks/use-new-items.ts';

/** Entries of the log, one per line, to the edges of their card. */
export function LogLines({ entries }: { entries: WorkflowLogEntry[] }) {
  const isNew = useNewItems(entries);
  // Older entries loaded later are not new.
  const firstKnown = entries.findIndex((entry) => !isNew(entry));
  const newOnes = firstKnown === -1 ? entries.length : firstKnown;
  if (entries.length === 0) return <p className="text-muted">No events yet.</p>;
  return (
    <ol className="-mx-5 -mb-5 border-t border-line sm:-mx-6 sm:-mb-6">
      {entries.map((entry, index) => (
        <LogLine key={entry.id} entry={entry} isNew={index < newOnes} />
      ))}
    </ol>
  );
}

function LogLine({ entry, isNew }: { entry: WorkflowLogEntry; isNew: boolean }) {
  return (
    <li
      className={joinClasses(
        'grid grid-cols-[minmax(0,1fr)] gap-x-4 gap-y-1 border-b border-line px-5 py-3 text-sm last:rounded-b-card last:border-0 sm:px-6',
        'md:grid-cols-[10.5rem_12rem_minmax(0,1fr)] md:items-baseline',
        isNew && 'animate-glow',
      )}
    >
      <time dateTime={entry.timestamp} className="text-muted">
        {formatTime(entry.timestamp)}
      </time>
      <span>
        <Badge>{entry.action}</Badge>
      </span>
      <span className="break-words">{entry.details}</span>
    </li>
  );
}
