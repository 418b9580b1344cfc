import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { deadLetterEndpoints, type ResendAllResult } from '#domain/dead-letter/contract.ts';
import { refetchScout } from '#web/features/sources/index.ts';
import { call } from '#web/lib/api/api.ts';
import { listPages } from '#web/lib/api/list-pages.ts';
import type { Mutation } from '#web/lib/hooks/use-user-action.ts';

/** The dead letters, newest first. A live change of 'scout' refetches them. */
export const deadLettersQuery = infiniteQueryOptions({
  queryKey: ['scout', 'dead-letters'],
  ...listPages(deadLetterEndpoints.listDeadLetters),
});

const runningIntervalMs = 700;

/** The run that resends all, or the last one. While it goes on, its progress is polled. */
export const resendRunQuery = queryOptions({
  queryKey: ['scout', 'resend-run'],
  queryFn: ({ signal }) => call(deadLetterEndpoints.getResendRun, { signal }),
  refetchInterval: ({ state: { data } }) => (data?.endedAt === null ? runningIntervalMs : false),
});

const changeScout = <Answer>(send: () => Promise<Answer>): Mutation<void, Answer> => ({
  send,
  update: refetchScout,
  // Another admin may have been faster.
  recover: refetchScout,
});

export const resendDeadLetter = (id: string) =>
  changeScout(() => call(deadLetterEndpoints.resendDeadLetter, { params: { id } }));
export const discardDeadLetter = (id: string) =>
  changeScout(() => call(deadLetterEndpoints.discardDeadLetter, { params: { id } }));

export const resendAllDeadLetters: Mutation<void, ResendAllResult> = {
  send: () => call(deadLetterEndpoints.resendAllDeadLetters),
  update: refetchScout,
};
