import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { formatTime } from '#web/lib/format.ts';
import { scoutStatusQuery } from './queries.ts';
import { getSourceName } from './format.ts';

/** The open alarms of the sources; nothing if there are none. */
export function AlarmBanner({ linked = false }: { linked?: boolean }) {
  const { data } = useQuery(scoutStatusQuery);
  const alarms = data?.alarms ?? [];
  if (alarms.length === 0) return null;
  return (
    <section
      aria-label="Sources that need attention"
      className="grid gap-2 rounded-card border border-danger/40 bg-surface px-5 py-4 text-sm shadow-card"
    >
      <h2 className="font-semibold text-danger">
        {alarms.length === 1 ? 'A source needs attention' : `${alarms.length} sources need attention`}
      </h2>
      <ul className="grid gap-1.5">
        {alarms.map(({ sourceId, at, problem }) => (
          <li key={sourceId} className="wrap-anywhere">
            <strong className="font-semibold">{getSourceName(sourceId)}</strong>: {problem}{' '}
            <span className="text-muted">
              (since <time dateTime={at}>{formatTime(at)}</time>)
            </span>
          </li>
        ))}
      </ul>
      {linked && (
        <Link
          to="/admin/scout"
          className="tap-target min-h-6 justify-self-start font-semibold text-primary hover:underline"
        >
          View scout status
        </Link>
      )}
    </section>
  );
}
