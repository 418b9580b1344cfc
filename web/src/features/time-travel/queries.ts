import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { asOfAnswer, membersAsOf, timeTravelPaths } from '#domain/time-travel/contract.ts';
import { adminUserView } from '#domain/user/contract.ts';
import { get, getPage, sendFor } from '#web/lib/api/api.ts';
import type { PastSearch, Subject } from './search.ts';

type Moment = Pick<PastSearch, 'position' | 'at'>;

function pathOf({ kind, who }: Subject, more: Record<string, string>): string {
  return `${timeTravelPaths.asOf}?${new URLSearchParams({ [kind]: who, ...more }).toString()}`;
}

/** As it is now, with the moments of all that ever happened to it. Read anew when it is opened: more may have happened. */
export const pastQuery = (subject: Subject) =>
  queryOptions({
    queryKey: ['past', subject],
    queryFn: ({ signal }) => get(pathOf(subject, {}), asOfAnswer, signal),
    gcTime: 0,
  });

/** As of a moment. What was before stands until that is there. */
export const momentQuery = (subject: Subject, { position, at }: Moment) =>
  queryOptions({
    queryKey: ['past-moment', subject, position ?? null, at ?? null],
    queryFn: ({ signal }) => {
      const when = position === undefined ? { at: at ?? '' } : { position: String(position) };
      return get(pathOf(subject, { ...when, history: 'none' }), asOfAnswer, signal);
    },
    enabled: position !== undefined || at !== undefined,
    placeholderData: keepPreviousData,
  });

const askEvery = 700;

/** The members' table of a day or time: begun by asking, and asked again until it is ready. */
export const membersQuery = (at: string) =>
  queryOptions({
    queryKey: ['members-of-the-past', at],
    queryFn: () => sendFor(membersAsOf, 'POST', timeTravelPaths.members, { at }),
    refetchInterval: ({ state }) => (state.data?.state === 'building' ? askEvery : false),
    gcTime: 0,
  });

export type MembersAsked = { sort: string; search: string };

export const memberRowsQuery = (id: string, { sort, search }: MembersAsked) =>
  infiniteQueryOptions({
    queryKey: ['member-rows-of-the-past', id, sort, search],
    queryFn: ({ signal, pageParam }) => getPage(pageParam, adminUserView, signal),
    initialPageParam: `${timeTravelPaths.memberRows(id)}?${new URLSearchParams({
      limit: '100',
      sort,
      ...(search !== '' && { q: search }),
    }).toString()}`,
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
    gcTime: 0,
  });
