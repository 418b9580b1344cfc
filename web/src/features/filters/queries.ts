import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { previewEndpoints, type PreviewQuery } from '#domain/matching/preview.contract.ts';
import { accountEndpoints, type UserView } from '#domain/user/contract.ts';
import { call } from '#web/lib/api/api.ts';
import type { Mutation } from '#web/lib/hooks/use-user-action.ts';
import { showOwnUser } from '#web/lib/session/session.ts';
import type { FilterBody } from './filter-values.ts';

const previewKey = 'preview';
/** All previews: a new listing may add to each of them. */
export const previewQueries = { queryKey: [previewKey] };

/** What the filters would have matched; null while they are invalid. */
export const previewQuery = (search: PreviewQuery | null) =>
  queryOptions({
    queryKey: [previewKey, search],
    queryFn: ({ signal }) => call(previewEndpoints.previewMatches, { query: search ?? {}, signal }),
    enabled: search !== null,
    placeholderData: keepPreviousData,
  });

export const saveFilters: Mutation<Partial<FilterBody>, UserView> = {
  send: (body) => call(accountEndpoints.updateProfile, { body }),
  update: showOwnUser,
};

export const sendLimitRequest: Mutation<void, UserView> = {
  send: () => call(accountEndpoints.requestHigherLimit),
  update: showOwnUser,
};
