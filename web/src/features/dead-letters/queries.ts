import { infiniteQueryOptions, type QueryClient } from '@tanstack/react-query';
import { deadLetterEndpoints, type ResendAllResult } from '#domain/dead-letter/contract.ts';
import { call, listPages } from '#web/lib/api/api.ts';
import type { Mutation } from '#web/lib/hooks/use-user-action.ts';

/** The dead letters, newest first. A live change of 'scout' refetches them. */
export const deadLettersQuery = infiniteQueryOptions({
  queryKey: ['scout', 'dead-letters'],
  ...listPages(deadLetterEndpoints.listDeadLetters),
});

const refetchScout = (queryClient: QueryClient) => queryClient.invalidateQueries({ queryKey: ['scout'] });

type DeadLetterAction = 'resendDeadLetter' | 'discardDeadLetter';
const createDeadLetterMutation = (action: DeadLetterAction, id: string): Mutation<void, { id: string }> => ({
  send: () => call(deadLetterEndpoints[action], { params: { id } }),
  update: refetchScout,
  // Another admin may have been faster.
  recover: refetchScout,
});

export const resendDeadLetter = (id: string) => createDeadLetterMutation('resendDeadLetter', id);
export const discardDeadLetter = (id: string) => createDeadLetterMutation('discardDeadLetter', id);

export const resendAllDeadLetters: Mutation<void, ResendAllResult> = {
  send: () => call(deadLetterEndpoints.resendAllDeadLetters),
  update: refetchScout,
};
