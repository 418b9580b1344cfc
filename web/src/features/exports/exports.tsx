import { useQuery } from '@tanstack/react-query';
import { visitorsQuery } from '#web/lib/views.ts';
import { ExportMenu } from './export-menu.tsx';
import { ExportProgress } from './export-progress.tsx';
import { logs, users, visitors } from './kinds.ts';
import { useExport } from './use-export.ts';

/** Files of what a full admin may read. */
export function Exports() {
  const { start, pending, progress, stop } = useExport();
  const { data: recent } = useQuery(visitorsQuery.ofWeek(0));
  return (
    <>
      {[users, logs, visitors].map((kind) => (
        <ExportMenu
          key={kind.prefix}
          kind={kind}
          disabled={pending || (kind === visitors && recent?.length === 0)}
          onChoose={(format) => start({ kind, format })}
        />
      ))}
      {progress && <ExportProgress {...progress} stop={stop} />}
    </>
  );
}
