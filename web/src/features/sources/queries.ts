import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { type DryRunResult, sourceEndpoints, type SourceView } from '#domain/source/contract.ts';
import { call } from '#web/lib/api/api.ts';
import type { Mutation } from '#web/lib/hooks/use-user-action.ts';

// A live change of 'scout' refetches both.

export const sourcesQuery = queryOptions({
  queryKey: ['scout', 'sources'],
  queryFn: ({ signal }) => call(sourceEndpoints.listSources, { signal }),
});

export const scoutStatusQuery = queryOptions({
  queryKey: ['scout', 'status'],
  queryFn: ({ signal }) => call(sourceEndpoints.getScoutStatus, { signal }),
});

/** Read when the page opens; decisions are rare. */
export const overruledQuery = queryOptions({
  queryKey: ['overruled'],
  queryFn: ({ signal }) => call(sourceEndpoints.listOverruled, { signal }),
});

/** What shows the scout: its sources, its status and the dead letters. */
export const refetchScout = (queryClient: QueryClient) => queryClient.invalidateQueries({ queryKey: ['scout'] });

export const runSource = (id: string): Mutation<void, SourceView> => ({
  send: () => call(sourceEndpoints.runSource, { params: { id } }),
  update: (queryClient) => queryClient.invalidateQueries({ queryKey: sourcesQuery.queryKey }),
});

export const pauseSource = (id: string): Mutation<void, SourceView> => ({
  send: () => call(sourceEndpoints.pauseSource, { params: { id } }),
  update: refetchScout,
});

export const resumeSource = (id: string): Mutation<void, SourceView> => ({
  send: () => call(sourceEndpoints.resumeSource, { params: { id } }),
  update: refetchScout,
});

export const removeFeed = (id: string): Mutation<void, void> => ({
  send: () => call(sourceEndpoints.removeFeed, { params: { id } }),
  update: refetchScout,
});

/** How the scout would process a text of the source; nothing is saved. */
export const trySource = (id: string): Mutation<string, DryRunResult> => ({
  send: (sample) => call(sourceEndpoints.trySource, { params: { id }, body: { sample } }),
});
