import { queryOptions } from '@tanstack/react-query';
import {
  type AvailableWeek,
  maxVisitorDays,
  visitorEndpoints,
  type VisitorStats,
} from '#domain/visit/admin.contract.ts';
import { call } from '#web/lib/api/api.ts';

// New visits change neither the weeks nor a past week: the keys of these queries differ.

export const availableWeeksQuery = queryOptions({
  queryKey: ['visitor-weeks'],
  queryFn: ({ signal }) => call(visitorEndpoints.listAvailableWeeks, { signal }),
});

/** The newest visits of the login page, or all those of a past week. */
export const visitsQuery = (week?: AvailableWeek) =>
  queryOptions({
    queryKey: week ? ['past-visitors', 'of-week', week.weekStart, week.offset] : ['visitors', 'recent'],
    queryFn: ({ signal }) =>
      week
        ? call(visitorEndpoints.listVisitorsOfWeek, { params: { offset: week.offset }, signal })
        : call(visitorEndpoints.listRecentVisitors, { signal }),
  });

/** Each of the last 30 days, or of the days of a past week. */
export const visitorDaysQuery = (week?: AvailableWeek) =>
  queryOptions({
    queryKey: week ? ['past-visitors', 'days', week.weekStart] : ['visitors', 'days'],
    queryFn: ({ signal }) =>
      call(visitorEndpoints.listVisitorDays, { query: week ? { days: maxVisitorDays } : {}, signal }),
    select: (days) => (week ? days.filter(({ day }) => day >= week.weekStart && day <= week.weekEnd) : days),
  });

/** How many visitors there were, lately or in a week, and where they came from. */
export const visitorStatsQuery = (week?: AvailableWeek) =>
  queryOptions({
    queryKey: week ? ['past-visitors', 'stats', week.weekStart, week.offset] : ['visitors', 'stats'],
    queryFn: async ({ signal }): Promise<VisitorFigures> => {
      if (week) {
        const params = { offset: week.offset };
        const { visitorCount, visitorsByState } = await call(visitorEndpoints.getWeekStats, { params, signal });
        return { counts: [visitorCount], visitorsByState };
      }
      const { dailyCount, weeklyCount, visitorsByState } = await call(visitorEndpoints.getVisitorStats, { signal });
      return { counts: [dailyCount, weeklyCount], visitorsByState };
    },
  });

/** The count of a week, or those of the last 24 hours and of the last 7 days. */
type VisitorFigures = Pick<VisitorStats, 'visitorsByState'> & { counts: number[] };
