import { beforeEach, describe, expect, it } from 'vitest';
import { ApiError } from '#web/lib/api/api.ts';
import { createQueryClient } from './query-client.ts';
import { userQuery } from '#web/lib/session/session.ts';

let queryClient: ReturnType<typeof createQueryClient>;
beforeEach(() => {
  queryClient = createQueryClient();
});

it('The query client refetches nothing automatically: no interval, no focus, nothing stale, no retries', () => {
  expect(queryClient.getDefaultOptions()).toMatchObject({
    queries: { refetchInterval: false, refetchOnWindowFocus: false, staleTime: Infinity, retry: false },
    mutations: { retry: false },
  });
});

describe('A response of 401', () => {
  const refused = () => Promise.reject(new ApiError(401, 'Sign in first'));
  beforeEach(() => {
    queryClient.setQueryData(['user'], { id: 'ann' });
  });

  it('A response of 401 to a query means that no user is signed in', async () => {
    await expect(queryClient.query({ queryKey: ['listings'], queryFn: refused })).rejects.toThrow('401');
    expect(queryClient.getQueryData(userQuery.queryKey)).toBeNull();
  });

  it('A response of 401 to an action means that no user is signed in', async () => {
    const action = queryClient.getMutationCache().build(queryClient, { mutationFn: refused });
    await expect(action.execute(undefined)).rejects.toThrow('401');
    expect(queryClient.getQueryData(userQuery.queryKey)).toBeNull();
  });
});

it('A failure other than 401 leaves the session unchanged', async () => {
  queryClient.setQueryData(['user'], { id: 'ann' });
  const failing = () => Promise.reject(new ApiError(503, 'Try again later'));
  await expect(queryClient.query({ queryKey: ['listings'], queryFn: failing })).rejects.toThrow('503');
  expect(queryClient.getQueryData(userQuery.queryKey)).toEqual({ id: 'ann' });
});
