import { useEffect } from 'react';
import { ApiError } from '../api/api.ts';
import { toastFailure } from './toast.ts';

/** Tells in a toast what could not be read. Whoever is signed out by now is on the way to the sign-in page. */
export function useErrorToast(title: string, error: Error | null): void {
  useEffect(() => {
    const isSignedOut = error instanceof ApiError && error.status === 401;
    if (error && !isSignedOut) toastFailure(title, error);
  }, [title, error]);
}
