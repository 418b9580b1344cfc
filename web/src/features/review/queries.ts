import { type InfiniteData, infiniteQueryOptions, type QueryClient } from '@tanstack/react-query';
import { type ReviewDecision, reviewEndpoints, type ReviewItem } from '#domain/review.contract.ts';
import { call, type ListPage, listPages } from '#web/lib/api/api.ts';
import type { Mutation } from '#web/lib/hooks/use-user-action.ts';

/** The items waiting for a decision, newest first. A live change of 'listings' refetches them. */
export const reviewQuery = infiniteQueryOptions({
  queryKey: ['listings', 'review'],
  ...listPages(reviewEndpoints.listReviewItems),
});

type Decision = { decision: 'accept' | 'reject'; listing?: object };

/** Decides on an item, which is then removed from the list. */
export const decideOnItem = (id: string): Mutation<Decision, ReviewDecision> => ({
  send: (body) => call(reviewEndpoints.decideReview, { params: { id }, body }),
  update: (queryClient) => {
    queryClient.setQueryData(reviewQuery.queryKey, (list) => list && removeItem(list, id));
    return refetchReview(queryClient);
  },
  // Another reviewer may have been faster.
  recover: refetchReview,
});

function refetchReview(queryClient: QueryClient): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: reviewQuery.queryKey });
}

type ReviewPages = InfiniteData<ListPage<ReviewItem>>;

function removeItem(list: ReviewPages, id: string): ReviewPages {
  const pages = list.pages.map(({ items, total, next }) => ({
    items: items.filter((item) => item.id !== id),
    total: total - 1,
    next,
  }));
  return { ...list, pages };
}
