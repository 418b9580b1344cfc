import type { ListPage } from './list-pages.ts';

/** The progress of a long read; `total` is the server's current count. */
export type FetchProgress = { read: number; total: number };

type Pages<T> = { queryFn: (page: { pageParam: string | null; signal: AbortSignal }) => Promise<ListPage<T>> };
type FetchOptions = { onProgress: (progress: FetchProgress) => void; signal: AbortSignal };

/** All items of a list, fetched page by page. Throws what `call` throws. */
export async function fetchAllPages<T>({ queryFn }: Pages<T>, { onProgress, signal }: FetchOptions): Promise<T[]> {
  const items: T[] = [];
  let pageParam: string | null = null;
  do {
    const page: ListPage<T> = await queryFn({ pageParam, signal });
    for (const one of page.items) items.push(one);
    onProgress({ read: items.length, total: Math.max(page.total, items.length) });
    pageParam = page.next;
  } while (pageParam !== null);
  return items;
}
