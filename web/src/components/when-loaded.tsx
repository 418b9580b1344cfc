import { type Query, useIsFetching, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { useHashTarget } from '#web/lib/focus/use-hash-target.ts';
import { joinClasses } from '#web/lib/join-classes.ts';
import { Spinner } from './ui/spinner.tsx';

/** In ms: a page that loads longer is shown as far as it is. */
const maxWaitMs = 3000;

const isFirstFetch = ({ state }: Query) => state.data === undefined;

/** Content that is shown once all its data are there: what comes later would move what is there already. */
export function WhenLoaded({ className, children }: { className?: string; children: ReactNode }) {
  const queryClient = useQueryClient();
  const isLoading = useIsFetching({ predicate: isFirstFetch }) > 0;
  const [isShown, setShown] = useState(false);
  useEffect(() => {
    // Asked again: the content began to fetch after it was rendered.
    const isReady = queryClient.isFetching({ predicate: isFirstFetch }) === 0;
    const timer = setTimeout(() => setShown(true), isReady ? 0 : maxWaitMs);
    return () => clearTimeout(timer);
  }, [queryClient, isLoading]);
  useHashTarget(isShown);
  return (
    <div className="relative">
      {!isShown && (
        <div className="absolute inset-x-0 top-0">
          <Spinner label="Loading" />
        </div>
      )}
      <div className={joinClasses(!isShown && 'invisible', className)}>{children}</div>
    </div>
  );
}
