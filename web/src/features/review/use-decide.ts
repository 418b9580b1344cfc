import { type InfiniteData, useQueryClient } from '@tanstack/react-query';
import { reviewDecision, type ReviewItem, reviewPaths } from '#domain/review/review.contract.ts';
import { useUserAction } from '#web/lib/hooks/use-user-action.ts';
import { type ListPage, sendAndParse } from '#web/lib/api/api.ts';
import { toast } from '#web/lib/toast/toast.ts';
import { reviewQuery } from './queries.ts';

type ReviewPages = InfiniteData<ListPage<ReviewItem>, string>;
type Decision = { decision: 'accept' | 'reject'; listing?: object };

const titles = { accept: 'Listing accepted', reject: 'Listing rejected' };

/** Decides on an item, which is then removed from the list. */
export function useDecide(
  { id, listing }: ReviewItem,
  callbacks: { done: () => void; onError: (error: Error) => void },
) {
  const queryClient = useQueryClient();
  return useUserAction({
    send: (body: Decision) => sendAndParse(reviewDecision, 'POST', reviewPaths.decide(id), body),
    onSuccess: ({ decision, isRepost }) => {
      const known = isRepost ? ' is known already, so nobody is alerted again.' : '';
      toast({ title: titles[decision], description: `${listing.title}${known}` });
      callbacks.done();
      queryClient.setQueryData<ReviewPages>(reviewQuery.queryKey, (list) => list && removeItem(list, id));
      return queryClient.invalidateQueries({ queryKey: reviewQuery.queryKey });
    },
    onError: (error) => {
      callbacks.onError(error);
      // Another reviewer may have been faster.
      void queryClient.invalidateQueries({ queryKey: reviewQuery.queryKey });
    },
    errorTitle: 'Decision failed',
  });
}

function removeItem(list: ReviewPages, id: string): ReviewPages {
  const pages = list.pages.map(({ items, total, next }) => ({
    items: items.filter((item) => item.id !== id),
    total: total - 1,
    next,
  }));
  return { ...list, pages };
}
