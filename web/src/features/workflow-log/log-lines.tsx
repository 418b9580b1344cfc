import { useState } from 'react';
import type { WorkflowLogEntry } from '#domain/workflow-log/contract.ts';
import { useNewItems } from '#web/lib/hooks/use-new-items.ts';
import { foldRuns } from './fold-runs.ts';
import { AlertRun, LogLine } from './log-line.tsx';

type LogLinesProps = { entries: WorkflowLogEntry[]; emptyText?: string | undefined };

/** Entries of the log, one per line, to the edges of their card; a run of alerts of one listing is folded to a line. */
export function LogLines({ entries, emptyText = 'No events yet.' }: LogLinesProps) {
  const isNew = useNewItems(entries);
  const { isOpen, toggle } = useOpenRuns();
  const runs = foldRuns(entries);
  // Older entries loaded later are not new.
  const firstKnown = runs.findIndex(([newest]) => !isNew(newest));
  const newOnes = firstKnown === -1 ? runs.length : firstKnown;
  if (runs.length === 0) return <p className="text-muted">{emptyText}</p>;
  return (
    <ol className="-mx-5 -mb-5 border-t border-line sm:-mx-6 sm:-mb-6">
      {runs.map((run, index) =>
        run.length === 1 ? (
          <LogLine key={run[0].id} entry={run[0]} isNew={index < newOnes} />
        ) : (
          <AlertRun
            key={run.at(-1)?.id}
            run={run}
            isNew={index < newOnes}
            isOpen={isOpen(run)}
            onToggle={() => toggle(run)}
          />
        ),
      )}
    </ol>
  );
}

/** A run is open once one of its entries was, as it grows at both ends. */
function useOpenRuns() {
  const [openIds, setOpenIds] = useState<ReadonlySet<string>>(new Set());
  const isOpen = (run: readonly WorkflowLogEntry[]) => run.some(({ id }) => openIds.has(id));
  const toggle = (run: readonly WorkflowLogEntry[]) => {
    const others = [...openIds].filter((open) => run.every(({ id }) => id !== open));
    setOpenIds(new Set(isOpen(run) ? others : [...others, ...run.map(({ id }) => id)]));
  };
  return { isOpen, toggle };
}
