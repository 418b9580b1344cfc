import { useQuery } from '@tanstack/react-query';
import type { SourceView } from '#domain/source/contract.ts';
import { QueryContent } from '#web/components/query-content.tsx';
import { Card } from '#web/components/ui/card.tsx';
import { formatCount } from '#web/lib/format.ts';
import { overruledQuery, sourcesQuery } from './queries.ts';
import { SourceRow } from './source-row.tsx';

type SourcesCardProps = { mayChange: boolean; onEdit: (source: SourceView) => void };

/** Every source; full admins (`mayChange`) pause, resume and run them, and edit the feeds that were saved here. */
export function SourcesCard({ mayChange, onEdit }: SourcesCardProps) {
  const query = useQuery(sourcesQuery);
  const overruled = useQuery(overruledQuery).data;
  return (
    <Card title="Sources" description={query.data && formatCount(query.data.length, 'source')}>
      <QueryContent query={query} loading="Loading the sources">
        {(sources) => (
          <>
            {!sources.some(({ flow }) => flow === 'pull') && (
              <p className="mb-4 text-sm text-pretty text-muted">
                No feeds yet. Full admins can connect one here or set FEEDS; webhook senders appear after their first
                listing.
              </p>
            )}
            <ul className="grid grid-cols-[minmax(0,1fr)] divide-y divide-line border-t border-line">
              {sources.toSorted(compareUrgency).map((source) => (
                <SourceRow
                  key={source.id}
                  source={source}
                  overruled={overruled}
                  mayChange={mayChange}
                  onEdit={onEdit}
                />
              ))}
            </ul>
          </>
        )}
      </QueryContent>
    </Card>
  );
}

const urgency: Record<SourceView['state'], number> = { failing: 0, paused: 1, working: 2, waiting: 3 };

/** Sources that need attention come first, the rest by name. */
function compareUrgency(a: SourceView, b: SourceView): number {
  return urgency[a.state] - urgency[b.state] || (a.id < b.id ? -1 : 1);
}
