import type { QueryClient, QueryFilters, QueryKey } from '@tanstack/react-query';
import type { AnnouncementView } from '#domain/announcement/contract.ts';
import type { AlertMessage } from '#domain/listing/contract.ts';
import type { ScoutPassMessage, ScoutActivity } from '#domain/matching/scout-activity.contract.ts';
import { maxRecentListings, type UserView } from '#domain/user/contract.ts';
import { type WorkflowLogEntry, workflowLogCardSize } from '#domain/workflow-log/contract.ts';
import { prependUnique } from '#web/lib/prepend-unique.ts';
import { userQuery } from '#web/lib/session/session.ts';
import {
  announcementQuery,
  newerEntriesQuery,
  recentListingsQuery,
  scoutingQuery,
  workflowLogQuery,
} from '#web/lib/api/queries.ts';

/** So many entries of the log come into an open page before the oldest of them leave it. */
const maxNewEntries = 1000;

/** Reads what is in view once more. An answer that is still under way may be older, so it is dropped. */
export async function refetch(queryClient: QueryClient, views?: QueryFilters): Promise<void> {
  await queryClient.cancelQueries(views);
  await queryClient.invalidateQueries(views);
}

/** Puts an alert on top of the recent listings, once. */
export async function applyAlert(queryClient: QueryClient, { listing }: AlertMessage): Promise<void> {
  queryClient.setQueryData(
    recentListingsQuery.queryKey,
    (listings) => listings && prependUnique(listings, listing, maxRecentListings),
  );
  await refetchIfInFlight(queryClient, recentListingsQuery);
  // What would have matched is one more by now.
  await queryClient.invalidateQueries({ queryKey: ['preview'] });
}

/** The user's own account changed; what admins saved for them is part of the recent listings. */
export async function applyUser(queryClient: QueryClient, user: UserView): Promise<void> {
  const before = queryClient.getQueryData(userQuery.queryKey);
  queryClient.setQueryData(userQuery.queryKey, user);
  if (JSON.stringify(before?.recentListings) !== JSON.stringify(user.recentListings)) {
    await refetch(queryClient, { queryKey: recentListingsQuery.queryKey });
  }
  await refetchIfInFlight(queryClient, userQuery);
}

export async function applyAnnouncement(queryClient: QueryClient, announcement: AnnouncementView): Promise<void> {
  queryClient.setQueryData(announcementQuery.queryKey, announcement);
  await refetchIfInFlight(queryClient, announcementQuery);
}

/** So long a pass is as good as one of just now; in ms. */
const freshMs = 60_000;

/** The scout was over some places: the server knows whether the user's area is one of them. */
export async function applyScouted(queryClient: QueryClient, { at, states }: ScoutPassMessage): Promise<void> {
  const { queryKey } = scoutingQuery('');
  const allScouting = { queryKey: queryKey.slice(0, 1) };
  const known = queryClient.getQueriesData<ScoutActivity>(allScouting).map(([, data]) => data?.lastScoutedAt ?? '');
  const isFresh = known.some((last) => Date.parse(at) - Date.parse(last) < freshMs);
  if (states) return isFresh ? undefined : refetch(queryClient, allScouting);
  queryClient.setQueriesData<ScoutActivity>(allScouting, (known) => known && { ...known, lastScoutedAt: at });
  await refetchIfInFlight(queryClient, allScouting);
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

/** A message came while its view was being read: that answer must not undo it. */
async function refetchIfInFlight(queryClient: QueryClient, { queryKey }: { queryKey: QueryKey }): Promise<void> {
  if (queryClient.isFetching({ queryKey }) > 0) await refetch(queryClient, { queryKey });
}
