import { infiniteQueryOptions } from '@tanstack/react-query';
import { reviewItem, reviewPaths } from '#domain/review/review.contract.ts';
import { getPage } from '#web/lib/api/api.ts';

/** What waits for a decision, newest first. A live change of 'listings' has it read again. */
export const reviewQuery = infiniteQueryOptions({
  queryKey: ['listings', 'review'],
  queryFn: ({ signal, pageParam }) => getPage(pageParam, reviewItem, signal),
  initialPageParam: `${reviewPaths.list}?limit=50`,
  getNextPageParam: ({ next }) => next,
});
