import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { dismissFailure, toastFailure } from '../toast/toast.ts';

type Action<Input, Answer> = {
  send: (input: Input) => Promise<Answer>;
  onSuccess: (answer: Answer, input: Input) => unknown;
  /** Called on a failure, besides its toast. */
  onError?: (error: Error) => void;
  /** Title of the error toast. */
  errorTitle: string;
};

/** An action started by a button or a form. While one run is under way, a second call does nothing. */
export function useUserAction<Input, Answer>({
  send,
  onSuccess: done,
  onError: failed,
  errorTitle: failure,
}: Action<Input, Answer>) {
  const isRunning = useRef(false);
  const { mutate, isPending } = useMutation({
    mutationFn: send,
    onSuccess: done,
    onError: (error) => {
      toastFailure(failure, error);
      failed?.(error);
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
