import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import * as z from 'zod';
import { announcementPaths, announcementView } from '#domain/announcement/contract.ts';
import { listingPaths, listingView } from '#domain/listing/contract.ts';
import { scoutActivity, scoutActivityPath } from '#domain/matching/scout-activity.contract.ts';
import {
  type AvailableWeek,
  availableWeek,
  visitorPaths,
  visitorStatsView,
  visitorView,
  weekStats,
} from '#domain/visit/admin.contract.ts';
import {
  type WorkflowLogEntry,
  workflowLogEntry,
  workflowLogPath,
  workflowLogCardSize,
} from '#domain/workflow-log/contract.ts';
import { get, getPage } from './api.ts';

// The first part of a key is the name of a view: a live 'changed' of that view refetches these queries.

export const recentListingsQuery = queryOptions({
  queryKey: ['recent-listings'],
  queryFn: ({ signal }) => get(listingPaths.recent, z.array(listingView), signal),
});

export const announcementQuery = queryOptions({
  queryKey: ['announcement'],
  queryFn: ({ signal }) => get(announcementPaths.latest, announcementView, signal),
});

/** When the scout last covered the user's area, and whether it knows the saved ZIP. */
export const scoutingQuery = (zipCode: string) =>
  queryOptions({
    queryKey: ['scouting', zipCode],
    queryFn: ({ signal }) => get(scoutActivityPath, scoutActivity, signal),
  });

export const workflowLogQuery = queryOptions({
  queryKey: ['workflow-log'],
  queryFn: ({ signal }) => get(`${workflowLogPath}?limit=${workflowLogCardSize}`, z.array(workflowLogEntry), signal),
});

export const wholeLogQuery = infiniteQueryOptions({
  queryKey: ['whole-workflow-log'],
  queryFn: ({ signal, pageParam }) => getPage(pageParam, workflowLogEntry, signal),
  initialPageParam: `${workflowLogPath}?limit=100`,
  getNextPageParam: ({ next }) => next,
  // Refetched when opened: entries since the last time would be missing.
  gcTime: 0,
});

/** Log entries since the whole log was loaded: only the live connection adds to it. */
export const newerEntriesQuery = queryOptions({
  queryKey: ['newer-log-entries'],
  queryFn: (): WorkflowLogEntry[] => [],
  initialData: [],
  enabled: false,
  gcTime: 0,
});

/**
 * Visits of the login page: recent ones, and those of a past week. New visits never change the latter: its keys differ.
 */
export const visitorsQuery = {
  stats: queryOptions({
    queryKey: ['visitors', 'stats'],
    queryFn: ({ signal }) => get(visitorPaths.stats, visitorStatsView, signal),
  }),
  weeks: queryOptions({
    queryKey: ['visitors', 'weeks'],
    queryFn: ({ signal }) => get(visitorPaths.availableWeeks, z.array(availableWeek), signal),
  }),
  recent: queryOptions({
    queryKey: ['visitors', 'recent'],
    queryFn: ({ signal }) => get(visitorPaths.recent, z.array(visitorView), signal),
  }),
  weekStats: ({ weekStart, offset }: AvailableWeek) =>
    queryOptions({
      queryKey: ['past-visitors', 'stats', weekStart, offset],
      queryFn: ({ signal }) => get(visitorPaths.weekStats(offset), weekStats, signal),
    }),
  ofWeek: ({ weekStart, offset }: AvailableWeek) =>
    queryOptions({
      queryKey: ['past-visitors', 'of-week', weekStart, offset],
      queryFn: ({ signal }) => get(visitorPaths.byWeek(offset), z.array(visitorView), signal),
    }),
};
