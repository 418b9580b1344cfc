import type { QueryClient, QueryFilters, QueryKey } from '@tanstack/react-query';
import type { AnnouncementView } from '#domain/announcement/contract.ts';
import type { AlertMessage } from '#domain/listing/contract.ts';
import type { Scouted, Scouting } from '#domain/matching/scouting.contract.ts';
import { recentListingsLimit, type UserView } from '#domain/user/contract.ts';
import { type WorkflowLogEntry, workflowLogView } from '#domain/workflow-log/contract.ts';
import { withLatest } from '#web/lib/latest.ts';
import { userQuery } from '#web/lib/session/session.ts';
import {
  announcementQuery,
  newerEntriesQuery,
  recentListingsQuery,
  scoutingQuery,
  workflowLogQuery,
} from '#web/lib/api/views.ts';

/** So many entries of the log come into an open page before the oldest of them leave it. */
const mostNewer = 1000;

/** Reads what is in view once more. An answer that is still under way may be older, so it is dropped. */
export async function readAgain(queryClient: QueryClient, views?: QueryFilters): Promise<void> {
  await queryClient.cancelQueries(views);
  await queryClient.invalidateQueries(views);
}

/** Puts an alert on top of the recent listings, once. */
export async function applyAlert(queryClient: QueryClient, { listing }: AlertMessage): Promise<void> {
  queryClient.setQueryData(
    recentListingsQuery.queryKey,
    (listings) => listings && withLatest(listings, listing, recentListingsLimit),
  );
  await overtake(queryClient, recentListingsQuery);
  // What would have matched is one more by now.
  await queryClient.invalidateQueries({ queryKey: ['preview'] });
}

/** The user's own account changed; what admins saved for them is part of the recent listings. */
export async function applyUser(queryClient: QueryClient, user: UserView): Promise<void> {
  const before = queryClient.getQueryData(userQuery.queryKey);
  queryClient.setQueryData(userQuery.queryKey, user);
  if (JSON.stringify(before?.recentListings) !== JSON.stringify(user.recentListings)) {
    await readAgain(queryClient, { queryKey: recentListingsQuery.queryKey });
  }
  await overtake(queryClient, userQuery);
}

export async function applyAnnouncement(queryClient: QueryClient, announcement: AnnouncementView): Promise<void> {
  queryClient.setQueryData(announcementQuery.queryKey, announcement);
  await overtake(queryClient, announcementQuery);
}

/** So long a pass is as good as one of just now; in ms. */
const freshFor = 60_000;

/** The scout was over some places: the server knows whether the user's area is one of them. */
export async function applyScouted(queryClient: QueryClient, { at, states }: Scouted): Promise<void> {
  const { queryKey } = scoutingQuery('');
  const every = { queryKey: queryKey.slice(0, 1) };
  const known = queryClient.getQueriesData<Scouting>(every).map(([, data]) => data?.lastScoutedAt ?? '');
  const isFresh = known.some((last) => Date.parse(at) - Date.parse(last) < freshFor);
  if (states) return isFresh ? undefined : readAgain(queryClient, every);
  queryClient.setQueriesData<Scouting>(every, (known) => known && { ...known, lastScoutedAt: at });
  await overtake(queryClient, every);
}

export async function applyWorkflowLog(queryClient: QueryClient, entry: WorkflowLogEntry): Promise<void> {
  queryClient.setQueryData(
    workflowLogQuery.queryKey,
    (entries) => entries && withLatest(entries, entry, workflowLogView),
  );
  queryClient.setQueryData(newerEntriesQuery.queryKey, (entries) => entries && withLatest(entries, entry, mostNewer));
  await overtake(queryClient, workflowLogQuery);
}

/** A message came while its view was being read: that answer must not undo it. */
async function overtake(queryClient: QueryClient, { queryKey }: { queryKey: QueryKey }): Promise<void> {
  if (queryClient.isFetching({ queryKey }) > 0) await readAgain(queryClient, { queryKey });
}
