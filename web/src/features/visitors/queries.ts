import { queryOptions } from '@tanstack/react-query';
import { type AvailableWeek, visitorEndpoints } from '#domain/visit/admin.contract.ts';
import { call } from '#web/lib/api/api.ts';

/**
 * Visits of the login page: recent ones, and those of a past week. New visits never change the latter: its keys differ.
 */
export const visitorsQuery = {
  stats: queryOptions({
    queryKey: ['visitors', 'stats'],
    queryFn: ({ signal }) => call(visitorEndpoints.getVisitorStats, { signal }),
  }),
  weeks: queryOptions({
    queryKey: ['visitors', 'weeks'],
    queryFn: ({ signal }) => call(visitorEndpoints.listAvailableWeeks, { signal }),
  }),
  recent: queryOptions({
    queryKey: ['visitors', 'recent'],
    queryFn: ({ signal }) => call(visitorEndpoints.listRecentVisitors, { signal }),
  }),
  weekStats: ({ weekStart, offset }: AvailableWeek) =>
    queryOptions({
      queryKey: ['past-visitors', 'stats', weekStart, offset],
      queryFn: ({ signal }) => call(visitorEndpoints.getWeekStats, { params: { offset }, signal }),
    }),
  ofWeek: ({ weekStart, offset }: AvailableWeek) =>
    queryOptions({
      queryKey: ['past-visitors', 'of-week', weekStart, offset],
      queryFn: ({ signal }) => call(visitorEndpoints.listVisitorsOfWeek, { params: { offset }, signal }),
    }),
};
