import { queryOptions } from '@tanstack/react-query';
import * as z from 'zod';
import { listingPaths, shownListing } from '#domain/listing/contract.ts';
import { adminUserView, userPaths } from '#domain/user/contract.ts';
import { workflowLogEntry, workflowLogPath, workflowLogView } from '#domain/workflow-log/contract.ts';
import { get } from './api.ts';

// The first word of a key is the name of a view: a live 'changed' of that view makes these queries ask again.

export const recentListingsQuery = queryOptions({
  queryKey: ['recent-listings'],
  queryFn: ({ signal }) => get(listingPaths.recent, z.array(shownListing), signal),
});

export const usersQuery = queryOptions({
  queryKey: ['users'],
  queryFn: ({ signal }) => get(userPaths.adminUsers, z.array(adminUserView), signal),
});

export const workflowLogQuery = queryOptions({
  queryKey: ['workflow-log'],
  queryFn: ({ signal }) => get(`${workflowLogPath}?limit=${workflowLogView}`, z.array(workflowLogEntry), signal),
});
