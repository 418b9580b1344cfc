import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { refetch } from './refresh-view.ts';

it('A query that is asked for again after a failure is refetched, though canceling it brings back the failure', async () => {
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const answers = [
    () => Promise.reject(new Error('The store is down')),
    () => new Promise<string>(() => undefined),
    () => Promise.resolve('shown'),
  ];
  const queryFn = () => answers.shift()?.() ?? Promise.reject(new Error('Asked too often'));
  const observer = new QueryObserver(queryClient, { queryKey: ['searches'], queryFn });
  const stop = observer.subscribe(() => undefined);
  await expect.poll(() => observer.getCurrentResult().isError).toBe(true);
  void observer.refetch();
  await refetch(queryClient, { predicate: ({ state }) => state.status !== 'error' });
  expect(queryClient.getQueryData(['searches'])).toBe('shown');
  stop();
});
