import { useQuery } from '@tanstack/react-query';
import { formatTime } from '#web/lib/format.ts';
import { resendRunQuery } from './queries.ts';

const formatNumber = (value: number) => value.toLocaleString('en-US');

/** How far the run that resends all has come, or how the last one ended. */
export function ResendProgress() {
  const { data: run } = useQuery(resendRunQuery);
  if (!run) return null;
  const { endedAt, resent, refused, left } = run;
  const done = resent + refused;
  if (endedAt === null) {
    return (
      <div role="status" className="mb-4 grid gap-1.5 text-sm">
        <span className="tabular-nums">
          Resending {formatNumber(done)} of {formatNumber(done + left)}
        </span>
        <progress aria-label="Resend" value={done} max={done + left} className="h-2 w-full max-w-md accent-primary" />
      </div>
    );
  }
  return (
    <div role="status" className="mb-4 text-sm text-muted">
      <p>
        <time dateTime={endedAt}>{formatTime(endedAt)}</time>: {formatNumber(resent)} sent again,{' '}
        {formatNumber(refused)} refused
      </p>
      <ul>
        {run.refusals.map(({ reason, count }) => (
          <li key={reason}>
            {formatNumber(count)}: {reason}
          </li>
        ))}
      </ul>
    </div>
  );
}
