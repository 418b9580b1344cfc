import { Button } from '#web/components/ui/button.tsx';
import type { Progress } from '#web/lib/all-pages.ts';

export function ExportProgress({ read, total, stop }: Progress & { stop: () => void }) {
  return (
    <div className="flex basis-full flex-wrap items-center gap-3 text-sm text-muted">
      <progress aria-label="Export" value={read} max={total} className="h-2 w-40 accent-primary" />
      <span role="status">
        {read.toLocaleString('en-US')} of {total.toLocaleString('en-US')} rows
      </span>
      <Button variant="secondary" size="small" onClick={stop}>
        Cancel
      </Button>
    </div>
  );
}
