import type { Request, Response } from 'express';

type Paging = { limit?: number | undefined; cursor?: string | undefined };

/** The page as an option of a list: a further page without a limit has `fallback`, the first one is whole. */
export function toPage({ limit, cursor }: Paging, fallback = 100): { limit?: number; cursor?: string } {
  if (cursor !== undefined) return { limit: limit ?? fallback, cursor };
  return limit === undefined ? {} : { limit };
}

/** Sets the headers of a list: the total, and the address of the next page. */
export function setPageHeaders(
  { request, response }: { request: Request; response: Response },
  { total, cursor }: { total: number | null; cursor?: string | number | undefined },
): void {
  if (total !== null) response.set('X-Total-Count', String(total));
  if (cursor === undefined) return;
  const query = new URLSearchParams(request.originalUrl.split('?')[1]);
  query.set('cursor', String(cursor));
  response.set('Link', `<${request.path}?${query.toString()}>; rel="next"`);
}
