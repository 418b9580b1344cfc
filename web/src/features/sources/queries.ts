import { type QueryClient, queryOptions } from '@tanstack/react-query';
import * as z from 'zod';
import {
  type DryRunResult,
  dryRunResult,
  scoutStatusPath,
  scoutView,
  sourcePaths,
  type SourceView,
  sourceView,
} from '#domain/source/contract.ts';
import { get, send, sendAndParse } from '#web/lib/api/api.ts';
import type { Mutation } from '#web/lib/hooks/use-user-action.ts';

// A live change of 'scout' refetches both.

export const sourcesQuery = queryOptions({
  queryKey: ['scout', 'sources'],
  queryFn: ({ signal }) => get(sourcePaths.list, z.array(sourceView), signal),
});

export const scoutStatusQuery = queryOptions({
  queryKey: ['scout', 'status'],
  queryFn: ({ signal }) => get(scoutStatusPath, scoutView, signal),
});

const refetchScout = (queryClient: QueryClient) => queryClient.invalidateQueries({ queryKey: ['scout'] });

export const runSource = (id: string): Mutation<void, SourceView> => ({
  send: () => sendAndParse(sourceView, 'POST', sourcePaths.run(id)),
  update: (queryClient) => queryClient.invalidateQueries({ queryKey: sourcesQuery.queryKey }),
});

export const pauseSource = (id: string): Mutation<void, string> => ({
  send: () => send('POST', sourcePaths.pause(id)),
  update: refetchScout,
});

export const resumeSource = (id: string): Mutation<void, SourceView> => ({
  send: () => sendAndParse(sourceView, 'POST', sourcePaths.resume(id)),
  update: refetchScout,
});

/** How the scout would process a text of the source; nothing is saved. */
export const trySource = (id: string): Mutation<string, DryRunResult> => ({
  send: (sample) => sendAndParse(dryRunResult, 'POST', sourcePaths.try(id), { sample }),
});
