import { useInfiniteQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { QueryContent } from '#web/components/query-content.tsx';
import { LoadMore } from '#web/components/load-more.tsx';
import { ReviewCard } from './review-card.tsx';
import { reviewQuery } from './queries.ts';
import { useKeyboardShortcuts } from './use-keyboard-shortcuts.ts';

/** Listings without a known place, price or category, newest first. */
export function ReviewQueue() {
  const query = useInfiniteQuery(reviewQuery);
  const list = useRef<HTMLOListElement>(null);
  useKeyboardShortcuts(list);
  return (
    <QueryContent query={query} loading="Loading the review">
      {({ pages }) => (
        <>
          <p role="status" className="text-muted">
            {describeTotal(pages.at(-1)?.total ?? 0)}
          </p>
          <ol ref={list} className="grid grid-cols-[minmax(0,1fr)] gap-6">
            {pages
              .flatMap(({ items }) => items)
              .map((item) => (
                // An item that was delivered again with other text is a new one to review.
                <li key={`${item.id} ${item.at}`}>
                  <ReviewCard item={item} />
                </li>
              ))}
          </ol>
          <LoadMore query={query} label="Show older listings" />
        </>
      )}
    </QueryContent>
  );
}

function describeTotal(total: number): string {
  if (total === 0) return 'Nothing to review.';
  return `${total.toLocaleString('en-US')} waiting for review`;
}
