import { useQuery } from '@tanstack/react-query';
import { visitsQuery } from '#web/features/visitors/index.ts';
import { ExportMenu } from './export-menu.tsx';
import { ExportProgress } from './export-progress.tsx';
import { logsExport, usersExport, visitorsExport } from './export-kinds.ts';
import { useExport } from './use-export.ts';

/** Exports of the data that a full admin may read. */
export function ExportMenus() {
  const { start, pending, progress, stop } = useExport();
  const { data: recent } = useQuery(visitsQuery());
  return (
    <>
      {[usersExport, logsExport, visitorsExport].map((kind) => (
        <ExportMenu
          key={kind.prefix}
          kind={kind}
          isEmpty={kind === visitorsExport && recent?.length === 0}
          isBusy={pending}
          onChoose={(format) => start({ kind, format })}
        />
      ))}
      {progress && <ExportProgress {...progress} stop={stop} />}
    </>
  );
}
