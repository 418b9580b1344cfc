import { Button } from '#web/components/ui/button.tsx';
import type { FetchProgress } from '#web/lib/api/fetch-all-pages.ts';

/** The progress of an export; `total` is 0 while it is unknown. */
export function ExportProgress({ read, total, stop }: FetchProgress & { stop: () => void }) {
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
