import { queryOptions } from '@tanstack/react-query';
import * as z from 'zod';
import { scoutStatusPath, scoutView, sourcePaths, sourceView } from '#domain/source/contract.ts';
import { get } from '#web/lib/api/api.ts';

// A live change of 'scout' refetches both.

export const sourcesQuery = queryOptions({
  queryKey: ['scout', 'sources'],
  queryFn: ({ signal }) => get(sourcePaths.list, z.array(sourceView), signal),
});

export const scoutStatusQuery = queryOptions({
  queryKey: ['scout', 'status'],
  queryFn: ({ signal }) => get(scoutStatusPath, scoutView, signal),
});
