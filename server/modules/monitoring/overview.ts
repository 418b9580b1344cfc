import type { OverviewView } from '#domain/overview.contract.ts';
import { countAlertsOfDay } from '#projections/alert-counts.ts';
import { countMembershipsAfter } from '#projections/memberships.ts';
import { countReviewItems } from '#projections/review.ts';
import { users } from '#projections/users.ts';
import { dayMs, getWeek, toDay } from '#server/lib/clock.ts';
import type { ViewDeps } from '#server/platform/modules/platform.ts';
import { readLatency } from './latency-histogram.ts';
import { listAlarms } from './status.ts';

/** The figures of the admin dashboard; each is counted by an index or read from stored counts. */
export async function readOverview({ views, documents, clock }: ViewDeps): Promise<OverviewView> {
  const now = clock().getTime();
  const { from: monday } = getWeek(now, 0);
  const sunday = toDay(monday - dayMs);
  const today = toDay(now);
  const [latency, alarms, ...counts] = await Promise.all([
    readLatency(documents, clock, dayMs),
    listAlarms(views),
    views.count(users.view),
    views.count(users.view, { membershipStatus: 'active' }),
    views.count(users.view, { requestedHigherLimit: true }),
    countMembershipsAfter(views, 'activatedOn', sunday),
    countMembershipsAfter(views, 'endedOn', sunday),
    countAlertsOfDay(views, today),
    countReviewItems(views),
  ]);
  const [userCount, activeMembers, limitRequests, newThisWeek, endedThisWeek, alertsToday, waitingForReview] = counts;
  return {
    users: userCount,
    activeMembers,
    newThisWeek,
    endedThisWeek,
    alertsToday,
    medianAlertSeconds: latency?.p50 ?? null,
    waitingForReview,
    limitRequests,
    failingSources: alarms.length,
    today,
    weekStart: toDay(monday),
  };
}
