import { joinClasses } from '#web/lib/join-classes.ts';
import { ErrorView } from './error-view.tsx';
import { Button } from './ui/button.tsx';

type PagedQuery = {
  error: Error | null;
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  fetchNextPage: () => Promise<unknown>;
};

/** Below a list that comes a page at a time: what shows the next page, or why it could not be had. */
export function LoadMore({ query, label, className }: { query: PagedQuery; label: string; className?: string }) {
  const { error, hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  if (error) return <ErrorView message={error.message} retry={fetchNextPage} />;
  if (!hasNextPage) return null;
  return (
    <div className={joinClasses('flex justify-center', className)}>
      <Button variant="secondary" pending={isFetchingNextPage && 'Loading…'} onClick={() => void fetchNextPage()}>
        {label}
      </Button>
    </div>
  );
}
