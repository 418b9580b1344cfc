import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { dismissFailure, toastFailure } from '../toast/toast.ts';

type Action<Input, Answer> = {
  send: (input: Input) => Promise<Answer>;
  done: (answer: Answer, input: Input) => unknown;
  /** What happens on a failure beside its toast. */
  failed?: (error: Error) => void;
  /** Title of the toast that tells of a failure. */
  failure: string;
};

/** What a button or a form sets going. While one run is under way a second call does nothing. */
export function useAction<Input, Answer>({ send, done, failed, failure }: Action<Input, Answer>) {
  const underWay = useRef(false);
  const { mutate, isPending } = useMutation({
    mutationFn: send,
    onSuccess: done,
    onError: (error) => {
      toastFailure(failure, error);
      failed?.(error);
    },
    onSettled: () => {
      // Not before the page shows the outcome: until then a click is one that was meant for what it showed before.
      setTimeout(() => {
        underWay.current = false;
      });
    },
  });
  const start = (input: Input) => {
    if (underWay.current) return;
    underWay.current = true;
    dismissFailure();
    mutate(input);
  };
  return { start, pending: isPending };
}
