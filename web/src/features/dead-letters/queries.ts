import { infiniteQueryOptions } from '@tanstack/react-query';
import { deadLetterPaths, deadLetterView } from '#domain/dead-letter/contract.ts';
import { getPage } from '#web/lib/api/api.ts';

/** The dead letters, newest first. A live change of 'scout' refetches them. */
export const deadLettersQuery = infiniteQueryOptions({
  queryKey: ['scout', 'dead-letters'],
  queryFn: ({ signal, pageParam }) => getPage(pageParam, deadLetterView, signal),
  initialPageParam: `${deadLetterPaths.list}?limit=50`,
  getNextPageParam: ({ next }) => next,
});
