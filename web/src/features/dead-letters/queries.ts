import { infiniteQueryOptions, type QueryClient } from '@tanstack/react-query';
import {
  deadLetterPaths,
  deadLetterView,
  type ResendAllResult,
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

const changeScout = <Answer>(send: () => Promise<Answer>): Mutation<void, Answer> => ({
  send,
  update: refetchScout,
  // Another admin may have been faster.
  recover: refetchScout,
});

export const resendDeadLetter = (id: string) =>
  changeScout(() => sendAndParse(resendResult, 'POST', deadLetterPaths.resend(id)));
export const discardDeadLetter = (id: string) => changeScout(() => send('POST', deadLetterPaths.discard(id)));

export const resendAllDeadLetters: Mutation<void, ResendAllResult> = {
  send: () => sendAndParse(resendAllResult, 'POST', deadLetterPaths.resendAll),
  update: refetchScout,
};
