import { infiniteQueryOptions, type QueryClient } from '@tanstack/react-query';
import {
  deadLetterPaths,
  deadLetterView,
  type ResendAllResult,
  type ResendResult,
  resendAllResult,
  resendResult,
} from '#domain/dead-letter/contract.ts';
import { getPage, send, sendAndParse } from '#web/lib/api/api.ts';
import type { Mutation } from '#web/lib/hooks/use-user-action.ts';

/** The dead letters, newest first. A live change of 'scout' refetches them. */
export const deadLettersQuery = infiniteQueryOptions({
  queryKey: ['scout', 'dead-letters'],
  queryFn: ({ signal, pageParam }) => getPage(pageParam, deadLetterView, signal),
  initialPageParam: `${deadLetterPaths.list}?limit=50`,
  getNextPageParam: ({ next }) => next,
});

const refetchScout = (queryClient: QueryClient) => queryClient.invalidateQueries({ queryKey: ['scout'] });

// Another admin may have been faster.
const refetching = { update: refetchScout, recover: refetchScout };

/** Sends a message again, or has an event replayed; `isPending` where that has not ended yet. */
export const resendDeadLetter = (id: string): Mutation<void, ResendResult> => ({
  send: () => sendAndParse(resendResult, 'POST', deadLetterPaths.resend(id)),
  ...refetching,
});
export const discardDeadLetter = (id: string): Mutation<void, string> => ({
  send: () => send('POST', deadLetterPaths.discard(id)),
  ...refetching,
});

export const resendAllDeadLetters: Mutation<void, ResendAllResult> = {
  send: () => sendAndParse(resendAllResult, 'POST', deadLetterPaths.resendAll),
  update: refetchScout,
};
