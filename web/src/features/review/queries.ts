import { infiniteQueryOptions } from '@tanstack/react-query';
import { reviewItem, reviewPaths } from '#domain/review/review.contract.ts';
import { getPage } from '#web/lib/api/api.ts';

/** The items waiting for a decision, newest first. A live change of 'listings' refetches them. */
export const reviewQuery = infiniteQueryOptions({
  queryKey: ['listings', 'review'],
  queryFn: ({ signal, pageParam }) => getPage(pageParam, reviewItem, signal),
  initialPageParam: `${reviewPaths.list}?limit=50`,
  getNextPageParam: ({ next }) => next,
});
