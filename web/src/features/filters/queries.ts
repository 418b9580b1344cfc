import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { matchPreview, previewPath } from '#domain/matching/preview.contract.ts';
import { userPaths, type UserView, userView } from '#domain/user/contract.ts';
import { get, sendAndParse } from '#web/lib/api/api.ts';
import type { Mutation } from '#web/lib/hooks/use-user-action.ts';
import { showOwnUser } from '#web/lib/session/session.ts';
import type { FilterBody } from './filter-values.ts';

const previewKey = 'preview';
/** All previews: a new listing may add to each of them. */
export const previewQueries = { queryKey: [previewKey] };

/** What the filters of a query string would have matched; null while they are invalid. */
export const previewQuery = (search: string | null) =>
  queryOptions({
    queryKey: [previewKey, search],
    queryFn: ({ signal }) => get(`${previewPath}?${search ?? ''}`, matchPreview, signal),
    enabled: search !== null,
    placeholderData: keepPreviousData,
  });

export const saveFilters: Mutation<Partial<FilterBody>, UserView> = {
  send: (changes) => sendAndParse(userView, 'PATCH', userPaths.profile, changes),
  update: showOwnUser,
};

export const requestHigherLimit: Mutation<void, UserView> = {
  send: () => sendAndParse(userView, 'POST', userPaths.requestHigherLimit),
  update: showOwnUser,
};
