import type { EndpointDeclaration, ResponseOf } from '#domain/shared/endpoint.contract.ts';
import { type Arguments, parseReply, type Rest, send } from './api.ts';

/** `next` is the cursor of the following page. */
export type ListPage<T> = { items: T[]; total: number; next: string | null };
type ItemOf<E> = ResponseOf<E> extends (infer T)[] ? T : never;

/** A page of a list, with the total count. Throws as `call` does. */
export function callPage<E extends EndpointDeclaration>(
  endpoint: E,
  ...[requestArguments]: Rest<E>
): Promise<ListPage<ItemOf<E>>> {
  return loadPage(endpoint, requestArguments);
}

/** The pages of a list, for an infinite query. */
export function listPages<E extends EndpointDeclaration>(endpoint: E, ...[requestArguments]: Rest<E>) {
  const { query, ...more }: Arguments = requestArguments ?? {};
  return {
    queryFn: ({ signal, pageParam }: { signal: AbortSignal; pageParam: string | null }) =>
      loadPage(endpoint, { ...more, query: { ...query, cursor: pageParam ?? undefined }, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }: ListPage<ItemOf<E>>) => next,
  };
}

async function loadPage<E extends EndpointDeclaration>(
  endpoint: E,
  requestArguments?: Arguments,
): Promise<ListPage<ItemOf<E>>> {
  const reply = await send(endpoint, requestArguments);
  const items = parseReply(endpoint, reply) as ItemOf<E>[]; // the schema is the endpoint's
  const link = /<([^>]+)>; rel="next"/.exec(reply.headers.get('link') ?? '')?.[1];
  const next = link === undefined ? null : new URLSearchParams(link.split('?')[1]).get('cursor');
  return { items, total: Number(reply.headers.get('x-total-count') ?? items.length), next };
}
