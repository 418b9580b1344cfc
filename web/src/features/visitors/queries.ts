import { queryOptions } from '@tanstack/react-query';
import * as z from 'zod';
import {
  type AvailableWeek,
  availableWeek,
  visitorPaths,
  visitorStatsView,
  visitorView,
  weekStats,
} from '#domain/visit/admin.contract.ts';
import { get } from '#web/lib/api/api.ts';

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
