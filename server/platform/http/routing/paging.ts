import type { Request, Response } from 'express';
import * as z from 'zod';

const defaultLimit = 100;

/** The paging of a list: `?limit` and the `?cursor` that the previous page returned. */
export function createPagingQuery(maxLimit: number) {
  const wrongLimit = `limit must be a whole number from 1 to ${maxLimit}`;
  return {
    limit: z
      .string(wrongLimit)
      .regex(/^[1-9]\d{0,5}$/, wrongLimit)
      .transform(Number)
      .refine((limit) => limit <= maxLimit, wrongLimit)
      .optional(),
    cursor: z.string('cursor must be given once').max(1000, 'cursor is too long').optional(),
  };
}
export const pagingQuery = createPagingQuery(1000);
type PagingValues = { limit?: number | undefined; cursor?: string | undefined };

/** The page as a query parameter: a further page without a limit has the default one. */
export function toPage({ limit, cursor }: PagingValues): { limit?: number; cursor?: string } {
  if (cursor !== undefined) return { limit: limit ?? defaultLimit, cursor };
  return limit === undefined ? {} : { limit };
}

/** Sets the headers of a list: the total, and the address of the next page. */
export function setPageHeaders(
  request: Request,
  response: Response,
  { total, cursor }: { total: number; cursor?: string },
): void {
  response.set('X-Total-Count', String(total));
  if (cursor === undefined) return;
  const query = new URLSearchParams(request.originalUrl.split('?')[1]);
  query.set('cursor', cursor);
  response.set('Link', `<${request.path}?${query.toString()}>; rel="next"`);
}
