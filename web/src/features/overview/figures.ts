import type { LinkProps } from '@tanstack/react-router';
import type { OverviewView } from '#domain/overview.contract.ts';
import { formatDuration } from '#web/features/sources/index.ts';

type Figure = { label: string; value: string | undefined; link: Pick<LinkProps, 'to' | 'hash'> & { search?: object } };

type CountName = Exclude<keyof OverviewView, 'today' | 'weekStart' | 'medianAlertSeconds'>;

/** Only full admins may open the workflow log: others are led to the nearest list. */
export function listFigures(overview: OverviewView | undefined, mayOpenLog: boolean): Figure[] {
  const count = (name: CountName) => overview?.[name].toLocaleString('en-US');
  const linkUsers = (search: object) => ({ to: '/admin', search, hash: 'users' }) as const;
  const linkLog = (action: string, from: string | undefined, other: Figure['link']) =>
    mayOpenLog ? ({ to: '/admin/workflow-log', search: { action, from } } as const) : other;
  const active = linkUsers({ membership: 'active' });
  const begun = linkLog('Membership activated', overview?.weekStart, active);
  const ended = linkLog('Membership deactivated', overview?.weekStart, linkUsers({ membership: 'unconfirmed' }));
  const alerts = linkLog('Alert sent', overview?.today, { to: '/admin/found' });
  const median = overview?.medianAlertSeconds ?? null;
  return [
    { label: 'Active members', value: count('activeMembers'), link: active },
    { label: 'New this week', value: count('newThisWeek'), link: begun },
    { label: 'Ended this week', value: count('endedThisWeek'), link: ended },
    { label: 'Alerts today', value: count('alertsToday'), link: alerts },
    {
      label: 'Median time to alert',
      value: median === null ? undefined : formatDuration(median),
      link: { to: '/admin/scout' },
    },
    { label: 'Waiting for review', value: count('waitingForReview'), link: { to: '/admin/review' } },
    { label: 'Limit requests', value: count('limitRequests'), link: linkUsers({ request: true }) },
    { label: 'Failing sources', value: count('failingSources'), link: { to: '/admin/scout' } },
  ];
}
