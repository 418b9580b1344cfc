import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { pointInTimeEndpoints } from '#domain/history/point-in-time.contract.ts';
import { createUserListQuery, type UserListParams } from '#web/features/user-table/index.ts';
import { call } from '#web/lib/api/api.ts';
import { listPages } from '#web/lib/api/list-pages.ts';
import type { Mutation } from '#web/lib/hooks/use-user-action.ts';
import type { PointInTimeSearch, HistorySubject } from './search.ts';

type MomentParams = Pick<PointInTimeSearch, 'position' | 'at'>;

/**
 * The current state, with the positions of all events of the subject. Refetched when opened: more may have happened.
 */
export const subjectHistoryQuery = (subject: HistorySubject) =>
  queryOptions({
    queryKey: ['past', subject],
    queryFn: ({ signal }) => call(pointInTimeEndpoints.getAsOf, { query: { [subject.kind]: subject.id }, signal }),
    gcTime: 0,
  });

/** The state as of a position. The previous one stays until it is loaded. */
export const pointInTimeQuery = (subject: HistorySubject, { position, at }: MomentParams) =>
  queryOptions({
    queryKey: ['past-moment', subject, position ?? null, at ?? null],
    queryFn: ({ signal }) => {
      const when = position === undefined ? { at: at ?? '' } : { position };
      const query = { [subject.kind]: subject.id, ...when, history: 'none' } as const;
      return call(pointInTimeEndpoints.getAsOf, { query, signal });
    },
    enabled: position !== undefined || at !== undefined,
    placeholderData: keepPreviousData,
  });

const pollIntervalMs = 700;

/** The members' table as of a day or time: the first request starts the build; polls until it is ready. */
export const pastMembersQuery = (at: string) =>
  queryOptions({
    queryKey: ['members-of-the-past', at],
    queryFn: () => call(pointInTimeEndpoints.buildMembersAsOf, { body: { at } }),
    refetchInterval: ({ state }) => (state.data?.state === 'building' ? pollIntervalMs : false),
    gcTime: 0,
  });

export const cancelPastMembers = (id: string): Mutation<void, undefined> => ({
  send: () => call(pointInTimeEndpoints.removeMembersAsOf, { params: { id } }),
});

export const memberRowsQuery = (id: string, params: UserListParams) => ({
  ...createUserListQuery(['member-rows-of-the-past', id], params, (query) =>
    listPages(pointInTimeEndpoints.listMembersAsOf, { params: { id }, query }),
  ),
  gcTime: 0,
});
