import { afterEach, expect, it, vi } from 'vitest';
import * as z from 'zod';
import { pagingQuery } from '#domain/shared/query.contract.ts';
import { fetchAllPages, type FetchProgress } from './fetch-all-pages.ts';
import { ApiError } from './api.ts';
import { listPages } from './list-pages.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

/** Responds like the server: pages of two of the numbers 1 to 5, the last one refused if `refuses`. */
function serve({ refuses = false } = {}) {
  vi.stubGlobal('fetch', (path: string) => {
    const { searchParams } = new URL(path, 'http://x');
    const from = Number(searchParams.get('cursor') ?? 1);
    if (refuses && from > 3) return Promise.resolve(new Response('Try again in a moment', { status: 503 }));
    const link = from > 3 ? null : `</n?limit=${searchParams.get('limit')}&cursor=${from + 2}>; rel="next"`;
    const headers = new Headers({ 'x-total-count': '5', ...(link !== null && { link }) });
    return Promise.resolve(Response.json([1, 2, 3, 4, 5].slice(from - 1, from + 1), { headers }));
  });
}

const numbers = {
  method: 'get',
  path: '/n',
  access: 'anyone',
  query: z.object(pagingQuery),
  response: z.array(z.number()),
} as const;

const read = (onProgress: (progress: FetchProgress) => void = () => undefined) =>
  fetchAllPages(listPages(numbers, { query: { limit: 2 } }), { onProgress, signal: new AbortController().signal });

it('All pages of a list are read to the end, with progress reports', async () => {
  serve();
  const told: FetchProgress[] = [];
  expect(await read((progress) => told.push(progress))).toEqual([1, 2, 3, 4, 5]);
  expect(told).toEqual([2, 4, 5].map((count) => ({ read: count, total: 5 })));
});

it('A list that cannot be read to the end returns no partial result', async () => {
  serve({ refuses: true });
  await expect(read()).rejects.toEqual(new ApiError(503, 'Try again in a moment'));
});
