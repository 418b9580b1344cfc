import { yieldToEventLoop } from '#server/lib/delay.ts';
import type { Doc, Query, ViewReader, Where } from './port.ts';

const defaultPageSize = 1_000;

/** A view store or a document store. */
type ListReader = Pick<ViewReader, 'list'>;
type PagedQuery = Omit<Query, 'limit' | 'cursor'> & { pageSize?: number };

/** The pages of a list. What is written between them may be on one of them. */
export async function* readPages<D extends Doc>(
  reader: ListReader,
  name: string,
  { pageSize = defaultPageSize, ...query }: PagedQuery = {},
): AsyncGenerator<D[]> {
  let { docs, cursor } = await reader.list<D>(name, { ...query, limit: pageSize });
  yield docs;
  while (cursor !== undefined) {
    // The caller may need nothing else that waits: other work has its turn here.
    await yieldToEventLoop();
    ({ docs, cursor } = await reader.list<D>(name, { ...query, limit: pageSize, cursor }));
    yield docs;
  }
}

/** All documents that meet `where`, in the order of their ids: only for conditions that few meet. */
export async function listAll<D extends Doc>(reader: ListReader, name: string, where: Where = {}): Promise<D[]> {
  const all: D[] = [];
  for await (const docs of readPages<D>(reader, name, { where })) all.push(...docs);
  return all;
}
