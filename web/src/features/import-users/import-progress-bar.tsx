import { useQuery } from '@tanstack/react-query';
import { importProgressQuery } from './queries.ts';

/** The progress of the import, as the server reports it. */
export function ImportProgressBar() {
  const { data } = useQuery(importProgressQuery);
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
