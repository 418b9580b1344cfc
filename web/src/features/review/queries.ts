import { infiniteQueryOptions, type QueryClient } from '@tanstack/react-query';
import { type ReviewDecision, reviewEndpoints } from '#domain/review.contract.ts';
import type { BulkOutcome } from '#domain/shared/bulk.contract.ts';
import { call } from '#web/lib/api/api.ts';
import { listPages } from '#web/lib/api/list-pages.ts';
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
    removeItems(queryClient, [id]);
    return refetchReview(queryClient);
  },
  // Another reviewer may have been faster.
  recover: refetchReview,
});

/** Rejects items with one reason; those that could not be rejected stay in the list. */
export const rejectItems: Mutation<{ ids: string[]; reason: string }, BulkOutcome> = {
  send: (body) => call(reviewEndpoints.decideReviews, { body: { ...body, decision: 'reject' } }),
  update: (queryClient, { failed }, { ids }) => {
    const failedIds = new Set(failed.map(({ id }) => id));
    removeItems(
      queryClient,
      ids.filter((id) => !failedIds.has(id)),
    );
    return refetchReview(queryClient);
  },
  recover: refetchReview,
};

function refetchReview(queryClient: QueryClient): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: reviewQuery.queryKey });
}

function removeItems(queryClient: QueryClient, ids: readonly string[]): void {
  queryClient.setQueryData(reviewQuery.queryKey, (list) => {
    const pages = list?.pages.map(({ items, total, next }) => ({
      items: items.filter(({ id }) => !ids.includes(id)),
      total: total - ids.length,
      next,
    }));
    return pages && list && { ...list, pages };
  });
}
