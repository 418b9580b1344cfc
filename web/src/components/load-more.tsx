import { joinClasses } from '#web/lib/join-classes.ts';
import { ErrorView } from './error-view.tsx';
import { Button } from './ui/button.tsx';

type PagedQuery = {
  error: Error | null;
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  fetchNextPage: () => Promise<unknown>;
};

/** Below a paged list: loads the next page, or shows why that failed. */
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
