import type { QueryClient, QueryKey } from '@tanstack/react-query';
import type { AnnouncementView } from '#domain/announcement/contract.ts';
import type { AlertMessage } from '#domain/listing/contract.ts';
import type { ScoutPassMessage, ScoutActivity } from '#domain/matching/scout-activity.contract.ts';
import { maxRecentListings, type UserView } from '#domain/user/contract.ts';
import { type WorkflowLogEntry, workflowLogCardSize } from '#domain/workflow-log/contract.ts';
import { prependUnique } from '#web/lib/prepend-unique.ts';
import { showOwnUser, userQuery } from '#web/lib/session/session.ts';
import { announcementQuery } from '#web/features/announcements/index.ts';
import { previewQueries } from '#web/features/filters/index.ts';
import { scoutingQueries } from '#web/features/membership/index.ts';
import { unreadCountQuery } from '#web/features/member-listings/index.ts';
import { recentListingsQuery } from '#web/features/recent-listings/index.ts';
import { searchesQuery } from '#web/features/searches/index.ts';
import { newerEntriesQuery, workflowLogQuery } from '#web/features/workflow-log/index.ts';
import { refetch } from '#web/lib/api/refresh-view.ts';

/** An open page holds at most this many new log entries; the oldest are dropped. */
const maxNewEntries = 1000;

/** Prepends an alert to the recent listings, once. */
export async function applyAlert(queryClient: QueryClient, { listing }: AlertMessage): Promise<void> {
  queryClient.setQueryData(
    recentListingsQuery.queryKey,
    (listings) => listings && prependUnique(listings, listing, maxRecentListings),
  );
  await refetchIfInFlight(queryClient, recentListingsQuery);
  await refetch(queryClient, unreadCountQuery);
  // The counts have grown by one.
  await queryClient.invalidateQueries(previewQueries);
  await refetch(queryClient, searchesQuery);
}

/**
 * The user's own account changed, perhaps their searches; listings that admins saved for them are part of the recent
 * listings.
 */
export async function applyUser(queryClient: QueryClient, user: UserView): Promise<void> {
  const before = queryClient.getQueryData(userQuery.queryKey);
  showOwnUser(queryClient, user);
  if (JSON.stringify(before?.recentListings) !== JSON.stringify(user.recentListings)) {
    await refetch(queryClient, { queryKey: recentListingsQuery.queryKey });
  }
  await refetchIfInFlight(queryClient, userQuery);
  await refetch(queryClient, searchesQuery);
}

export async function applyAnnouncement(queryClient: QueryClient, announcement: AnnouncementView): Promise<void> {
  queryClient.setQueryData(announcementQuery.queryKey, announcement);
  await refetchIfInFlight(queryClient, announcementQuery);
}

/** In ms: a pass at most this old counts as one of just now. */
const freshMs = 60_000;

/** The scout covered some areas: the server knows whether the user's are among them. */
export async function applyScouted(queryClient: QueryClient, { at, states }: ScoutPassMessage): Promise<void> {
  const scoutTimes = queryClient
    .getQueriesData<ScoutActivity>(scoutingQueries)
    .map(([, data]) => data?.lastScoutedAt ?? '');
  const isFresh = scoutTimes.some((last) => Date.parse(at) - Date.parse(last) < freshMs);
  if (!isFresh) await refetch(queryClient, searchesQuery);
  if (states) return isFresh ? undefined : refetch(queryClient, scoutingQueries);
  queryClient.setQueriesData<ScoutActivity>(
    scoutingQueries,
    (activity) => activity && { ...activity, lastScoutedAt: at },
  );
  await refetchIfInFlight(queryClient, scoutingQueries);
}

export async function applyWorkflowLog(queryClient: QueryClient, entry: WorkflowLogEntry): Promise<void> {
  queryClient.setQueryData(
    workflowLogQuery.queryKey,
    (entries) => entries && prependUnique(entries, entry, workflowLogCardSize),
  );
  queryClient.setQueryData(
    newerEntriesQuery.queryKey,
    (entries) => entries && prependUnique(entries, entry, maxNewEntries),
  );
  await refetchIfInFlight(queryClient, workflowLogQuery);
}

/** A message arrived while its view was being fetched: that response must not undo it. */
async function refetchIfInFlight(queryClient: QueryClient, { queryKey }: { queryKey: QueryKey }): Promise<void> {
  if (queryClient.isFetching({ queryKey }) > 0) await refetch(queryClient, { queryKey });
}
