import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { ReviewItem } from '#domain/review.contract.ts';
import { LoadMore } from '#web/components/load-more.tsx';
import { QueryContent } from '#web/components/query-content.tsx';
import { useIsWide } from '#web/lib/hooks/use-is-wide.ts';
import { joinClasses } from '#web/lib/join-classes.ts';
import { reviewQuery } from './queries.ts';
import { ReviewDetail } from './review-detail.tsx';
import { ReviewList } from './review-list.tsx';
import { useFocusOfDetail } from './use-focus-of-detail.ts';
import { useChosenItem } from './use-chosen-item.ts';
import { shortcuts, useKeyboardShortcuts } from './use-keyboard-shortcuts.ts';

/** Listings without a known place, price or category, newest first. */
export function ReviewQueue() {
  const query = useInfiniteQuery(reviewQuery);
  return (
    <QueryContent query={query} loading="Loading the review">
      {({ pages }) => (
        <>
          <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
            <p role="status" className="text-muted">
              {describeTotal(pages.at(-1)?.total ?? 0)}
            </p>
            <ShortcutList />
          </div>
          <ListAndDetail query={query} items={pages.flatMap(({ items }) => items)} />
        </>
      )}
    </QueryContent>
  );
}

function describeTotal(total: number): string {
  if (total === 0) return 'Nothing to review.';
  return `${total.toLocaleString('en-US')} waiting for review`;
}

function ShortcutList() {
  return (
    <ul aria-label="Keyboard shortcuts" className="flex gap-4 text-sm text-muted max-lg:hidden">
      {shortcuts.map(([key, name]) => (
        <li key={key}>
          <kbd className="rounded-md border border-line bg-surface px-1.5 py-0.5 font-sans font-semibold text-text">
            {key}
          </kbd>{' '}
          {name}
        </li>
      ))}
    </ul>
  );
}

/** The next page is loaded at most this many items before the end of the loaded ones. */
const prefetchRowCount = 5;

type PagedQuery = Parameters<typeof LoadMore>[0]['query'];
type ListAndDetailProps = { query: PagedQuery; items: readonly ReviewItem[] };

/** On a phone the chosen item takes the place of the list. */
function ListAndDetail({ query, items }: ListAndDetailProps) {
  const isWide = useIsWide();
  const area = useRef<HTMLDivElement>(null);
  const { chosen, position, isMissing, choose } = useChosenItem(items);
  const moveFocusTo = useFocusOfDetail(area, chosen?.id);
  const enter = (item: ReviewItem | undefined) => {
    if (item === undefined) return;
    moveFocusTo(item.id);
    choose(item.id);
  };
  useNextPage(query, isMissing || position >= items.length - prefetchRowCount);
  useKeyboardShortcuts(area, {
    step: (by) => enter(items[Math.min(Math.max(0, position + by), items.length - 1)]),
    enter: () => enter(chosen ?? items[0]),
  });
  const isDetailShown = chosen !== undefined || (isMissing && !query.hasNextPage);
  return (
    <div
      ref={area}
      className="relative grid grid-cols-[minmax(0,1fr)] items-start gap-6 empty:hidden lg:grid-cols-[minmax(20rem,2fr)_minmax(0,3fr)]"
    >
      {items.length > 0 && (
        // On a phone it keeps its place and its rows while it is not shown, so that these can take the focus at once.
        <div
          inert={isDetailShown && !isWide}
          className={joinClasses(
            'lg:sticky lg:top-20',
            isDetailShown && 'max-lg:absolute max-lg:inset-x-0 max-lg:h-0 max-lg:overflow-hidden',
          )}
        >
          <ReviewList items={items} chosenId={chosen?.id} open={(id) => isWide || moveFocusTo(id)}>
            <LoadMore query={query} label="Show older listings" className="p-4" />
          </ReviewList>
        </div>
      )}
      {isDetailShown && <ReviewDetail item={chosen} />}
    </div>
  );
}

/** Loads the next page while it is needed, unless that failed. */
function useNextPage({ hasNextPage, isFetchingNextPage, error, fetchNextPage }: PagedQuery, isNeeded: boolean): void {
  const isDue = isNeeded && hasNextPage && !isFetchingNextPage && error === null;
  useEffect(() => {
    if (isDue) void fetchNextPage();
  }, [isDue, fetchNextPage]);
}
