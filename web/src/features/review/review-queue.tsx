import { useInfiniteQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { ErrorView } from '#web/components/error-view.tsx';
import { LoadMore } from '#web/components/load-more.tsx';
import { Spinner } from '#web/components/ui/spinner.tsx';
import { ReviewCard } from './review-card.tsx';
import { reviewQuery } from './queries.ts';
import { useKeyboardShortcuts } from './use-keyboard-shortcuts.ts';

/** Listings without a known place, price or category, newest first. */
export function ReviewQueue() {
  const query = useInfiniteQuery(reviewQuery);
  const { data, error, isPending, refetch } = query;
  const list = useRef<HTMLOListElement>(null);
  useKeyboardShortcuts(list);
  if (isPending) return <Spinner label="Loading the review" />;
  if (!data) return <ErrorView message={error.message} retry={refetch} />;
  const items = data.pages.flatMap((page) => page.items);
  return (
    <>
      <p role="status" className="text-muted">
        {formatCount(data.pages.at(-1)?.total ?? 0)}
      </p>
      <ol ref={list} className="grid grid-cols-[minmax(0,1fr)] gap-6">
        {items.map((item) => (
          // An item that was delivered again with other text is a new one to review.
          <li key={`${item.id} ${item.at}`}>
            <ReviewCard item={item} />
          </li>
        ))}
      </ol>
      <LoadMore query={query} label="Show older listings" />
    </>
  );
}

function formatCount(waiting: number): string {
  if (waiting === 0) return 'No listing waits for review. What the scout cannot place, price or judge shows up here.';
  return waiting === 1 ? '1 listing waits for a decision.' : `${waiting.toLocaleString('en-US')} listings wait.`;
}
