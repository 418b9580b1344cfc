import { formatRelativeTime, formatTime } from '#web/lib/format.ts';
import { useNow } from '#web/lib/hooks/use-now.ts';

/** A time (ISO 8601) as people say it, with the exact one on hover. */
export function RelativeTime({ at, className }: { at: string; className?: string }) {
  const now = useNow();
  return (
    <time dateTime={at} title={formatTime(at)} className={className}>
      {formatRelativeTime(at, now)}
    </time>
  );
}
