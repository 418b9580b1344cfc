import type * as z from 'zod';
import { getPage, type ListPage } from './api.ts';

/** The progress of a long read; `total` is the server's current count. */
export type FetchProgress = { read: number; total: number };

/** All items of a list, fetched page by page. Throws what `get` throws. */
export async function fetchAllPages<T>(
  path: string,
  item: z.ZodType<T>,
  {
    pageSize,
    onProgress,
    signal,
  }: { pageSize: number; onProgress: (progress: FetchProgress) => void; signal: AbortSignal },
): Promise<T[]> {
  const items: T[] = [];
  let next: string | null = `${path}?limit=${pageSize}`;
  while (next !== null) {
    const page: ListPage<T> = await getPage(next, item, signal);
    for (const one of page.items) items.push(one);
    onProgress({ read: items.length, total: Math.max(page.total, items.length) });
    next = page.next;
  }
  return items;
}
