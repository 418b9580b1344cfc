import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { channelNames, channels } from '#domain/alert/channels.contract.ts';
import type { ScoutView } from '#domain/source/contract.ts';
import { QueryContent } from '#web/components/query-content.tsx';
import { Card } from '#web/components/ui/card.tsx';
import { scoutStatusQuery } from './queries.ts';
import { formatDuration, formatOpinion, formatWeights } from './format.ts';

/** Alert latency, queue sizes, and the state of the LLM classification. */
export function StatusCard() {
  return (
    <Card title="Status">
      <QueryContent query={useQuery(scoutStatusQuery)} loading="Loading scout status">
        {(status) => (
          <>
            <StatusFigures status={status} />
            <p className="mt-5 text-sm text-pretty text-muted">{formatWeights(status.weights)}</p>
          </>
        )}
      </QueryContent>
    </Card>
  );
}

function StatusFigures({ status: { latency, queues, opinion } }: { status: ScoutView }) {
  const alerts = latency?.alerts ?? 0;
  const notifications = channelNames
    .filter((name) => name !== 'mail')
    .reduce((sum, name) => sum + queues[channels[name].queue], 0);
  return (
    <dl className="grid grid-cols-2 gap-x-6 gap-y-5 sm:grid-cols-3 lg:grid-cols-6">
      <StatusFigure name="Alerts in the last hour" value={alerts.toLocaleString('en-US')}>
        {latency && `Median ${formatDuration(latency.p50)}, p95 ${formatDuration(latency.p95)}`}
      </StatusFigure>
      <StatusFigure name="Waiting for review" value={queues.review.toLocaleString('en-US')}>
        {queues.review > 0 && (
          <Link to="/admin/review" className="font-semibold text-primary hover:underline">
            Review Queue
          </Link>
        )}
      </StatusFigure>
      <StatusFigure name="Waiting for a digest" value={queues.digests.toLocaleString('en-US')} />
      <StatusFigure name="Emails queued" value={queues.mails.toLocaleString('en-US')} />
      <StatusFigure name="Notifications queued" value={notifications.toLocaleString('en-US')} />
      <StatusFigure name="AI second opinion" value={formatOpinion(opinion)} small />
    </dl>
  );
}

function StatusFigure(figure: { name: string; value: string; small?: boolean; children?: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-sm text-muted">{figure.name}</dt>
      <dd>
        <span className={figure.small ? 'mt-1 block font-semibold' : 'text-2xl font-semibold tabular-nums'}>
          {figure.value}
        </span>
        {figure.children && <span className="block text-sm text-muted">{figure.children}</span>}
      </dd>
    </div>
  );
}
