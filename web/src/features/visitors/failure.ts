import { useEffect } from 'react';
import { toastFailure } from '#web/lib/toast.ts';

/** Tells in a toast what could not be read. */
export function useToastOfFailure(title: string, error: Error | null): void {
  useEffect(() => {
    if (error) toastFailure(title, error);
  }, [title, error]);
}
