import { keepPreviousData, type QueryClient, queryOptions, skipToken } from '@tanstack/react-query';
import { previewEndpoints, type PreviewQuery } from '#domain/matching/preview.contract.ts';
import { accountEndpoints, type UserView } from '#domain/user/contract.ts';
import { call } from '#web/lib/api/api.ts';
import type { Mutation } from '#web/lib/hooks/use-user-action.ts';
import { showOwnUser } from '#web/lib/session/session.ts';
import type { FilterBody } from './filter-values.ts';

/** All previews: a new listing may add to each of them, and a withdrawn one is refetched like the member's listings. */
export const previewQueries = { queryKey: ['listings', 'preview'] };

/** What the filters would have matched; null while they are invalid. */
export const previewQuery = (search: PreviewQuery | null) =>
  queryOptions({
    queryKey: [...previewQueries.queryKey, search],
    queryFn: ({ signal }) => call(previewEndpoints.previewMatches, { query: search ?? {}, signal }),
    enabled: search !== null,
    placeholderData: keepPreviousData,
  });

/** What another part of this page saved last: the form does not report it as a change from elsewhere. */
export const ownSaveQuery = queryOptions<UserView>({ queryKey: ['own-filters'], queryFn: skipToken });

/** To be called by what saves filters outside of the form. */
export function showSavedFilters(queryClient: QueryClient, user: UserView): void {
  queryClient.setQueryData(ownSaveQuery.queryKey, user);
  showOwnUser(queryClient, user);
}

export const saveFilters: Mutation<Partial<FilterBody>, UserView> = {
  send: (body) => call(accountEndpoints.updateProfile, { body }),
  update: showOwnUser,
};

export const sendLimitRequest: Mutation<void, UserView> = {
  send: () => call(accountEndpoints.requestHigherLimit),
  update: showOwnUser,
};
