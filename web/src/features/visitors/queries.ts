import { queryOptions } from '@tanstack/react-query';
import * as z from 'zod';
import {
  type AvailableWeek,
  availableWeek,
  visitorPaths,
  type VisitorStats,
  visitorStatsView,
  visitorView,
  weekStats,
} from '#domain/visit/admin.contract.ts';
import { get } from '#web/lib/api/api.ts';

// New visits never change a past week: the keys of its queries differ.

export const availableWeeksQuery = queryOptions({
  queryKey: ['visitors', 'weeks'],
  queryFn: ({ signal }) => get(visitorPaths.availableWeeks, z.array(availableWeek), signal),
});

/** The newest visits of the login page, or all those of a past week. */
export const visitsQuery = (week?: AvailableWeek) =>
  queryOptions({
    queryKey: week ? ['past-visitors', 'of-week', week.weekStart, week.offset] : ['visitors', 'recent'],
    queryFn: ({ signal }) =>
      get(week ? visitorPaths.byWeek(week.offset) : visitorPaths.recent, z.array(visitorView), signal),
  });

/** How many visitors there were, lately or in a week, and where they came from. */
export const visitorStatsQuery = (week?: AvailableWeek) =>
  queryOptions({
    queryKey: week ? ['past-visitors', 'stats', week.weekStart, week.offset] : ['visitors', 'stats'],
    queryFn: async ({ signal }): Promise<VisitorFigures> => {
      if (week) {
        const { visitorCount, visitorsByState } = await get(visitorPaths.weekStats(week.offset), weekStats, signal);
        return { counts: [visitorCount], visitorsByState };
      }
      const { dailyCount, weeklyCount, visitorsByState } = await get(visitorPaths.stats, visitorStatsView, signal);
      return { counts: [dailyCount, weeklyCount], visitorsByState };
    },
  });

/** The count of a week, or those of the last 24 hours and of the last 7 days. */
type VisitorFigures = Pick<VisitorStats, 'visitorsByState'> & { counts: number[] };
