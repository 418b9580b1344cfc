import { classes } from '#web/lib/classes.ts';
import { ErrorView } from './error-view.tsx';
import { Button } from './ui/button.tsx';

type Older = {
  error: Error | null;
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  fetchNextPage: () => Promise<unknown>;
};

/** Below a list that comes a page at a time: what shows the next page, or why it could not be had. */
export function OlderOnes({ query, label, className }: { query: Older; label: string; className?: string }) {
  const { error, hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  if (error) return <ErrorView message={error.message} retry={fetchNextPage} />;
  if (!hasNextPage) return null;
  return (
    <div className={classes('flex justify-center', className)}>
      <Button variant="secondary" pending={isFetchingNextPage && 'Loading…'} onClick={() => void fetchNextPage()}>
        {label}
      </Button>
    </div>
  );
}
