import { type InfiniteData, useQueryClient } from '@tanstack/react-query';
import { decided, type ReviewItem, reviewPaths } from '#domain/review/review.contract.ts';
import { useAction } from '#web/lib/hooks/action.ts';
import { type ListPage, sendFor } from '#web/lib/api/api.ts';
import { toast } from '#web/lib/toast/toast.ts';
import { reviewQuery } from './review-query.ts';

type Pages = InfiniteData<ListPage<ReviewItem>, string>;
type Decision = { decision: 'accept' | 'reject'; listing?: object };

const titles = { accept: 'Listing accepted', reject: 'Listing rejected' };

/** Decides about one item, which then leaves the list. */
export function useDecide({ id, listing }: ReviewItem, hear: { done: () => void; failed: (error: Error) => void }) {
  const queryClient = useQueryClient();
  return useAction({
    send: (body: Decision) => sendFor(decided, 'POST', reviewPaths.decide(id), body),
    done: ({ decision, isRepost }) => {
      const known = isRepost ? ' is known already, so nobody is alerted again.' : '';
      toast({ title: titles[decision], description: `${listing.title}${known}` });
      hear.done();
      queryClient.setQueryData<Pages>(reviewQuery.queryKey, (list) => list && without(list, id));
      return queryClient.invalidateQueries({ queryKey: reviewQuery.queryKey });
    },
    failed: (error) => {
      hear.failed(error);
      // Somebody else may have been faster.
      void queryClient.invalidateQueries({ queryKey: reviewQuery.queryKey });
    },
    failure: 'Decision failed',
  });
}

function without(list: Pages, id: string): Pages {
  const pages = list.pages.map(({ items, total, next }) => ({
    items: items.filter((item) => item.id !== id),
    total: total - 1,
    next,
  }));
  return { ...list, pages };
}
