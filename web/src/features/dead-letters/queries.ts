import { infiniteQueryOptions } from '@tanstack/react-query';
import { deadLetterPaths, deadLetterView } from '#domain/dead-letter/contract.ts';
import { getPage } from '#web/lib/api/api.ts';

/** What failed for good, the last first. A live change of 'scout' has it read again. */
export const deadLettersQuery = infiniteQueryOptions({
  queryKey: ['scout', 'dead-letters'],
  queryFn: ({ signal, pageParam }) => getPage(pageParam, deadLetterView, signal),
  initialPageParam: `${deadLetterPaths.list}?limit=50`,
  getNextPageParam: ({ next }) => next,
});
