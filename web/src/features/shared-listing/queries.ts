import { queryOptions } from '@tanstack/react-query';
import { shareEndpoints } from '#domain/member-listing/share.contract.ts';
import { call } from '#web/lib/api/api.ts';

export const sharedListingQuery = (token: string) =>
  queryOptions({
    queryKey: ['shared-listing', token],
    queryFn: ({ signal }) => call(shareEndpoints.getSharedListing, { params: { token }, signal }),
  });
