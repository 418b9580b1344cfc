import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { ApiError } from '../api/api.ts';
import { dismissFailure, toastFailure } from '../toast/toast.ts';

/** A change that the user makes, as the `queries.ts` of a feature defines it. */
export type Mutation<Input, Answer> = {
  send: (input: Input) => Promise<Answer>;
  /** Shows the change in the cached data; the action is pending until it resolves. */
  update?: (queryClient: QueryClient, answer: Answer, input: Input) => unknown;
  /** Shows what made it fail: what others have changed. */
  recover?: (queryClient: QueryClient) => unknown;
};

type Action<Input, Answer> = {
  onSuccess?: (answer: Answer, input: Input) => unknown;
  /** Called on a failure, besides its toast; also where the user canceled. */
  onError?: (error: Error, input: Input) => void;
  /** Called first, whatever the response: a toast behind a dialog could not be reached. */
  close?: () => void;
  /** Title of the error toast. */
  errorTitle: string;
};

/** An action started by a button or a form. While one run is under way, a second call does nothing. */
export function useUserAction<Input, Answer>(
  { send, update, recover }: Mutation<Input, Answer>,
  { onSuccess, onError, close, errorTitle }: Action<Input, Answer>,
) {
  const queryClient = useQueryClient();
  const isRunning = useRef(false);
  const { mutate, isPending } = useMutation({
    mutationFn: (input: Input) => send(input).finally(close),
    onSuccess: async (answer, input) => {
      const viewUpdate = update?.(queryClient, answer, input);
      await onSuccess?.(answer, input);
      // A view that cannot be read says so itself: the change was made.
      await Promise.resolve(viewUpdate).catch(() => undefined);
    },
    onError: async (error, input) => {
      if (!(error instanceof ApiError && error.isCanceled)) toastFailure(errorTitle, error);
      onError?.(error, input);
      await recover?.(queryClient);
    },
    onSettled: () => {
      // Not before the page shows the result: until then, a click was meant for what it showed before.
      setTimeout(() => {
        isRunning.current = false;
      });
    },
  });
  const start = (input: Input) => {
    if (isRunning.current) return;
    isRunning.current = true;
    dismissFailure();
    mutate(input);
  };
  return { start, pending: isPending };
}
