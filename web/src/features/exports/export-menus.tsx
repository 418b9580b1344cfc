import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import type { UserView } from '#domain/user/contract.ts';
import { parseUserFilters } from '#web/features/user-table/index.ts';
import { visitsQuery } from '#web/features/visitors/index.ts';
import { Button } from '#web/components/ui/button.tsx';
import type { FetchProgress } from '#web/lib/api/fetch-all-pages.ts';
import { ExportMenu } from './export-menu.tsx';
import { createUsersExport, logsExport, visitorsExport } from './export-kinds.ts';
import { useExport } from './use-export.ts';

/** Exports of the data that a full admin may read. */
export function ExportMenus({ viewer }: { viewer: UserView }) {
  const usersExport = createUsersExport(parseUserFilters(useSearch({ strict: false }), viewer));
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

/** The progress of an export; `total` is 0 while it is unknown. */
function ExportProgress({ read, total, stop }: FetchProgress & { stop: () => void }) {
  const isKnown = total > 0;
  return (
    <div className="order-last flex flex-wrap items-center gap-3 text-sm text-muted">
      <progress
        aria-label="Export"
        {...(isKnown && { value: read, max: total })}
        className="h-2 w-40 max-w-full accent-primary"
      />
      <span className="tabular-nums">
        {isKnown ? `${read.toLocaleString('en-US')} of ${total.toLocaleString('en-US')} rows` : 'Exporting…'}
      </span>
      <Button variant="secondary" size="small" onClick={stop}>
        Cancel
      </Button>
    </div>
  );
}
