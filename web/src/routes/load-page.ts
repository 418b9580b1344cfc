import { CancelledError, type QueryClient } from '@tanstack/react-query';
import type { UserView } from '#domain/user/contract.ts';
import { userQuery } from '#web/lib/session/session.ts';

const defaultMaxMs = 800;

type Read = () => Promise<unknown>;
type Navigation = { context: { queryClient: QueryClient }; location: { search: Record<string, unknown> } };
type ReadsOfPage = (page: { user: UserView; queryClient: QueryClient; search: Record<string, unknown> }) => Read[];

/** The loader of a page for signed-in users: requests what it reads before the page is rendered, and waits briefly. */
export function createPageLoader(listReads: ReadsOfPage, maxMs?: number) {
  return async ({ context: { queryClient }, location: { search } }: Navigation): Promise<void> => {
    const user = await queryClient.query({ ...userQuery, staleTime: 'static' }).catch(() => null);
    if (user) await waitBriefly(listReads({ user, queryClient, search }), maxMs);
  };
}

/** Waits for the data of a page, unless it takes long: what is loaded later would push down the rest of the page. */
async function waitBriefly(reads: readonly Read[], maxMs = defaultMaxMs): Promise<void> {
  await Promise.race([
    Promise.allSettled(reads.map(readUncanceled)),
    new Promise((resolve) => setTimeout(resolve, maxMs)),
  ]);
}

/** Reads again where a live update canceled the request, as its answer may have been stale. */
async function readUncanceled(read: Read): Promise<unknown> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof CancelledError && error.revert) return readUncanceled(read);
    throw error;
  }
}
