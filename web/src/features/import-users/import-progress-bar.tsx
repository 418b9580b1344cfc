import { useQuery } from '@tanstack/react-query';
import { importPaths, importProgress } from '#domain/user/import.contract.ts';
import { get } from '#web/lib/api/api.ts';

const pollIntervalMs = 500;

/** The progress of the import, as the server reports it. */
export function ImportProgressBar() {
  const { data } = useQuery({
    queryKey: ['import-progress'],
    queryFn: ({ signal }) => get(importPaths.progress, importProgress, signal),
    refetchInterval: pollIntervalMs,
    gcTime: 0,
  });
  const value = data && data.total > 0 ? data.done / data.total : undefined;
  return (
    <div className="mt-4 grid gap-2">
      <progress aria-label="Import" value={value} className="h-2 w-full accent-primary" />
      <p className="text-sm text-muted tabular-nums">
        {data ? `${data.done.toLocaleString('en-US')} of ${data.total.toLocaleString('en-US')} rows` : 'Importing…'}
      </p>
    </div>
  );
}
