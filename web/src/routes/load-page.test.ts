import { QueryClient, queryOptions } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import type { UserView } from '#domain/user/contract.ts';
import { refetch } from '#web/lib/api/refresh-view.ts';
import { userQuery } from '#web/lib/session/session.ts';
import { createPageLoader } from './load-page.ts';

it('The data of a page is read again where a live update cancels its first request', async () => {
  const queryClient = new QueryClient();
  const requests: (() => void)[] = [];
  const queryFn = ({ signal }: { signal: AbortSignal }) =>
    new Promise<string>((resolve, reject) => {
      const answer = `answer ${requests.length + 1}`;
      requests.push(() => resolve(answer));
      signal.addEventListener('abort', () => reject(new Error('Aborted')));
    });
  const names = queryOptions({ queryKey: ['names'], queryFn });
  queryClient.setQueryData(userQuery.queryKey, { id: 'ann' } as UserView);
  const load = createPageLoader(() => [() => queryClient.query({ ...names, staleTime: 'static' })], 60_000);
  const waiting = load({ context: { queryClient }, location: { search: {} } });
  await expect.poll(() => requests).toHaveLength(1);
  await refetch(queryClient);
  await expect.poll(() => requests).toHaveLength(2);
  for (const answer of requests) answer();
  await waiting;
  expect(queryClient.getQueryData(names.queryKey)).toBe('answer 2');
});
