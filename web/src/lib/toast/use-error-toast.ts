import { useEffect } from 'react';
import { ApiError } from '../api/api.ts';
import { toastFailure } from './toast.ts';

/** Shows a load error in a toast. A user who is signed out by now is being redirected to the sign-in page. */
export function useErrorToast(title: string, error: Error | null): void {
  useEffect(() => {
    const isSignedOut = error instanceof ApiError && error.status === 401;
    if (error && !isSignedOut) toastFailure(title, error);
  }, [title, error]);
}
