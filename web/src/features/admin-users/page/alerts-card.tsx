import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ChannelOutcome, UserAlert } from '#domain/user-details/contract.ts';
import { LoadMore } from '#web/components/load-more.tsx';
import { QueryContent } from '#web/components/query-content.tsx';
import { Card } from '#web/components/ui/card.tsx';
import { formatCount, formatTime } from '#web/lib/format.ts';
import { channelTitles } from './channel-titles.ts';
import { userAlertsQuery } from './queries.ts';

/** What the user was alerted of, newest first, with the outcome on each channel. */
export function AlertsCard({ userId }: { userId: string }) {
  const query = useInfiniteQuery(userAlertsQuery(userId));
  const total = query.data?.pages.at(-1)?.total;
  return (
    <Card
      title="Alerts"
      aside={total !== undefined && <span className="text-sm text-muted">{formatCount(total, 'alert')}</span>}
      description="“Sent” means accepted: nothing is queued or failed. “Off” means off now, or set up later."
    >
      <QueryContent query={query} loading="Loading alerts">
        {({ pages }) => <AlertList alerts={pages.flatMap(({ items }) => items)} />}
      </QueryContent>
      {query.data && <LoadMore query={query} label="Show older alerts" className="mt-4" />}
    </Card>
  );
}

function AlertList({ alerts }: { alerts: UserAlert[] }) {
  if (alerts.length === 0) return <p className="text-muted">No alerts yet.</p>;
  return (
    <ul role="list" className="divide-y divide-line">
      {alerts.map((alert) => (
        <AlertRow key={alert.listingId} alert={alert} />
      ))}
    </ul>
  );
}

function AlertRow({ alert: { listingId, title, priceText, sentAt, isPriceDrop, outcomes } }: { alert: UserAlert }) {
  return (
    <li className="grid gap-1 py-3 text-sm first:pt-0 last:pb-0">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <Link
          to="/admin/found"
          search={{ q: listingId }}
          className="tap-target min-h-6 min-w-0 font-medium wrap-anywhere text-primary hover:underline"
        >
          {title}
        </Link>
        <span className="text-muted">
          {isPriceDrop && 'Price drop · '}
          {priceText} · <time dateTime={sentAt}>{formatTime(sentAt)}</time>
        </span>
      </div>
      <ul role="list" className="flex flex-wrap gap-x-4 gap-y-1">
        {outcomes.map((outcome) => (
          <Outcome key={outcome.channel} {...outcome} />
        ))}
      </ul>
    </li>
  );
}

const stateTexts = { sent: 'sent', pending: 'queued', failed: 'failed', off: 'off' };

function Outcome({ channel, state, reason }: ChannelOutcome) {
  return (
    <li className={state === 'failed' ? 'wrap-anywhere text-danger' : 'wrap-anywhere text-muted'}>
      {channelTitles[channel]} {stateTexts[state]}
      {reason !== null && `: ${reason}`}
    </li>
  );
}
