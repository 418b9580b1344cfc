import { queryOptions } from '@tanstack/react-query';
import { overviewEndpoints } from '#domain/overview.contract.ts';
import { call } from '#web/lib/api/api.ts';

/** A live change of 'overview' refetches it. */
export const overviewQuery = queryOptions({
  queryKey: ['overview'],
  queryFn: ({ signal }) => call(overviewEndpoints.getOverview, { signal }),
});
