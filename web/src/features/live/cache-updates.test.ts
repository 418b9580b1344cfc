import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { beforeEach, describe, expect, it } from 'vitest';
import { createListingView } from '#web/lib/testing/example-listing.ts';
import { userQuery } from '#web/lib/session/session.ts';
import { exampleUser as user } from '#web/lib/testing/example-user.ts';
import { announcementQuery } from '#web/features/announcements/index.ts';
import { scoutingQuery } from '#web/features/membership/index.ts';
import { unreadCountQuery } from '#web/features/member-listings/index.ts';
import { recentListingsQuery } from '#web/features/recent-listings/index.ts';
import { searchesQuery } from '#web/features/searches/index.ts';
import { newerEntriesQuery, workflowLogQuery } from '#web/features/workflow-log/index.ts';
import { applyAlert, applyAnnouncement, applyScouted, applyUser, applyWorkflowLog } from './cache-updates.ts';

const listing = (id: string, title = 'A house') => createListingView({ id, title });
const saved = { title: 'Saved', price: '', details: '', link: '', imageUrl: '', timestamp: '2025-03-20T12:00:00.000Z' };
const entry = (id: string) => ({
  id,
  userId: 'root',
  timestamp: '2025-03-20T12:00:00.000Z',
  action: 'Note',
  details: id,
  links: [],
});

let queryClient: QueryClient;
beforeEach(() => {
  queryClient = new QueryClient();
});
const listings = () => queryClient.getQueryData(recentListingsQuery.queryKey)?.map(({ id }) => id);
const isStale = () => queryClient.getQueryState(recentListingsQuery.queryKey)?.isInvalidated;

describe('The searches', () => {
  it.each([
    ['an alert', () => applyAlert(queryClient, { listing: listing('a'), why: [] })],
    ['a change of the user', () => applyUser(queryClient, user)],
    ['a pass of the scout', () => applyScouted(queryClient, { at: '2025-03-20T12:00:00.000Z', states: ['MI'] })],
  ])('The searches are asked for again after %s', async (_what, apply) => {
    queryClient.setQueryData(searchesQuery.queryKey, []);
    await apply();
    expect(queryClient.getQueryState(searchesQuery.queryKey)?.isInvalidated).toBe(true);
  });
});

describe('A live alert', () => {
  it('A live alert is prepended to the recent listings, once', async () => {
    queryClient.setQueryData(recentListingsQuery.queryKey, [listing('a')]);
    await applyAlert(queryClient, { listing: listing('b'), why: [] });
    await applyAlert(queryClient, { listing: listing('b'), why: [] });
    expect(listings()).toEqual(['b', 'a']);
  });

  it('A live alert leaves fifteen listings in view', async () => {
    queryClient.setQueryData(
      recentListingsQuery.queryKey,
      Array.from({ length: 15 }, (_, index) => listing(String(index))),
    );
    await applyAlert(queryClient, { listing: listing('new'), why: [] });
    expect(listings()).toHaveLength(15);
    expect(listings()?.[0]).toBe('new');
  });

  it('A live alert makes the number of unread alerts be counted again', async () => {
    queryClient.setQueryData(unreadCountQuery.queryKey, 1);
    await applyAlert(queryClient, { listing: listing('a'), why: [] });
    expect(queryClient.getQueryState(unreadCountQuery.queryKey)?.isInvalidated).toBe(true);
  });

  it('A live alert waits for the list if it is not loaded yet', async () => {
    await applyAlert(queryClient, { listing: listing('a'), why: [] });
    expect(listings()).toBeUndefined();
  });

  it.each([{ before: undefined }, { before: [listing('a')] }])(
    'A live alert is not undone by a response that was under way when it arrived',
    async ({ before }) => {
      queryClient.setQueryData(recentListingsQuery.queryKey, before);
      const older = Promise.withResolvers<ReturnType<typeof listing>[]>();
      const answers = [older.promise, Promise.resolve([listing('b'), listing('a')])];
      const observer = new QueryObserver(queryClient, {
        queryKey: recentListingsQuery.queryKey,
        queryFn: () => answers.shift() ?? [],
        staleTime: 0,
      });
      const leave = observer.subscribe(() => undefined);
      await applyAlert(queryClient, { listing: listing('b'), why: [] });
      older.resolve([listing('a')]);
      await expect.poll(() => queryClient.isFetching()).toBe(0);
      expect(listings()).toEqual(['b', 'a']);
      leave();
    },
  );
});

describe("A live change of the user's own account", () => {
  beforeEach(() => {
    queryClient.setQueryData(userQuery.queryKey, user);
    queryClient.setQueryData(recentListingsQuery.queryKey, []);
  });

  it("A live change of the user's own account replaces the current user", async () => {
    await applyUser(queryClient, { ...user, membershipStatus: 'active' });
    expect(queryClient.getQueryData(userQuery.queryKey)?.membershipStatus).toBe('active');
    expect(isStale()).toBe(false);
  });

  it("A live change of the user's own account refetches the recent listings if saved ones changed", async () => {
    await applyUser(queryClient, { ...user, recentListings: [saved] });
    expect(isStale()).toBe(true);
  });
});

it('A live log entry is prepended to the workflow log, fifteen at most', async () => {
  queryClient.setQueryData(
    workflowLogQuery.queryKey,
    Array.from({ length: 15 }, (_, index) => entry(String(index))),
  );
  await applyWorkflowLog(queryClient, entry('new'));
  const lines = queryClient.getQueryData(workflowLogQuery.queryKey);
  expect(lines?.map(({ id }) => id).slice(0, 2)).toEqual(['new', '0']);
  expect(lines).toHaveLength(15);
});

it('A live log entry is kept in the whole log since it was loaded, if that is open', async () => {
  await applyWorkflowLog(queryClient, entry('a'));
  expect(queryClient.getQueryData(newerEntriesQuery.queryKey)).toBeUndefined();
  queryClient.setQueryData(newerEntriesQuery.queryKey, []);
  await applyWorkflowLog(queryClient, entry('b'));
  await applyWorkflowLog(queryClient, entry('c'));
  await applyWorkflowLog(queryClient, entry('c'));
  expect(queryClient.getQueryData(newerEntriesQuery.queryKey)?.map(({ id }) => id)).toEqual(['c', 'b']);
});

it('A live announcement replaces the last one', async () => {
  queryClient.setQueryData(announcementQuery.queryKey, { message: 'old' });
  await applyAnnouncement(queryClient, { message: '<p>new</p>' });
  expect(queryClient.getQueryData(announcementQuery.queryKey)).toEqual({ message: '<p>new</p>' });
});

describe('A live pass of the scout', () => {
  const { queryKey } = scoutingQuery('48201');
  const at = '2025-03-20T12:00:00.000Z';
  beforeEach(() => queryClient.setQueryData(queryKey, { lastScoutedAt: null, zipKnown: true, mailReturnedFrom: null }));

  it('A live pass of the scout over everything covered the area of this user too', async () => {
    await applyScouted(queryClient, { at, states: null });
    expect(queryClient.getQueryData(queryKey)).toEqual({ lastScoutedAt: at, zipKnown: true, mailReturnedFrom: null });
  });

  it('A live pass of the scout over some states sends no request if the last pass is less than a minute old', async () => {
    const lastScoutedAt = '2025-03-20T11:59:30.000Z';
    queryClient.setQueryData(queryKey, { lastScoutedAt, zipKnown: true, mailReturnedFrom: null });
    await applyScouted(queryClient, { at, states: [] });
    expect(queryClient.getQueryState(queryKey)?.isInvalidated).toBe(false);
  });

  it('A live pass of the scout over some states asks the server whether it covered the area', async () => {
    await applyScouted(queryClient, { at, states: ['MI'] });
    expect(queryClient.getQueryData(queryKey)?.lastScoutedAt).toBeNull();
    expect(queryClient.getQueryState(queryKey)?.isInvalidated).toBe(true);
  });
});
