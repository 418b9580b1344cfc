import * as z from 'zod';
import { defineEndpoints } from '#domain/shared/endpoint.contract.ts';
import { limitParameter, pagingQuery, toIntegerParameter } from '#domain/shared/query.contract.ts';

/** The number of available weeks, including the current one. */
export const maxVisitorWeeks = 12;
/** Maximum visits in one answer: of a week, and of a page of all visitors. */
export const maxVisitors = 10_000;
export const maxRecentVisitors = 50;

/** Maximum days of visits in one answer: those of the available weeks. */
export const maxVisitorDays = 7 * maxVisitorWeeks;

/** A visit; lists are newest first. Address and user agent are null after their retention period. */
export const visitorView = z.object({
  id: z.string(),
  ipAddress: z.string().nullable(),
  timestamp: z.string(),
  userAgent: z.string().nullable(),
  state: z.string().nullable(),
  city: z.string().nullable(),
  country: z.string(),
  referrer: z.string().nullable(),
});
export type VisitorView = z.infer<typeof visitorView>;

/** Most visits first; US visits with a known state only. */
const visitorsByState = z.array(z.object({ state: z.string(), count: z.number() }));

/** Visits of the last 24 hours and of the last 7 days; by state those of the last 7 days. */
export const visitorStatsView = z.object({ dailyCount: z.number(), weeklyCount: z.number(), visitorsByState });
export type VisitorStats = z.infer<typeof visitorStatsView>;

export const weekStats = z.object({ visitorCount: z.number(), visitorsByState });
export type WeekStats = z.infer<typeof weekStats>;

/** A week from Monday to Sunday in UTC, both yyyy-MM-dd; `offset` 0 is the current one. */
export const availableWeek = z.object({ offset: z.number(), weekStart: z.string(), weekEnd: z.string() });
export type AvailableWeek = z.infer<typeof availableWeek>;

/** A day in UTC (yyyy-MM-dd): visits, new accounts, and users whose membership last began on it. */
export const visitorDay = z.object({
  day: z.string(),
  visits: z.number(),
  registrations: z.number(),
  memberships: z.number(),
});
export type VisitorDay = z.infer<typeof visitorDay>;

const daysError = `days must be a whole number from 1 to ${maxVisitorDays}`;
const daysParameter = toIntegerParameter(z.int(daysError).min(1, daysError).max(maxVisitorDays, daysError));

const offsetError = `offset must be a whole number from 0 to ${maxVisitorWeeks - 1}`;
const week = z.object({
  offset: toIntegerParameter(
    z
      .int(offsetError)
      .min(0, offsetError)
      .max(maxVisitorWeeks - 1, offsetError),
  ),
});
const listing = { method: 'get', access: 'admin' } as const;

export const visitorEndpoints = defineEndpoints('Visitors', {
  listAvailableWeeks: {
    ...listing,
    path: '/api/admin/visitors/available-weeks',
    response: z.array(availableWeek),
  },
  getVisitorStats: { ...listing, path: '/api/admin/visitors/stats', response: visitorStatsView },
  /** Up to today, the oldest first. */
  listVisitorDays: {
    ...listing,
    path: '/api/admin/visitors/daily',
    query: z.object({ days: daysParameter.default(30) }),
    response: z.array(visitorDay),
  },
  getWeekStats: { ...listing, path: '/api/admin/visitors/stats/week/:offset', params: week, response: weekStats },
  listVisitorsOfWeek: {
    ...listing,
    path: '/api/admin/visitors/by-week/:offset',
    params: week,
    response: z.array(visitorView),
  },
  listRecentVisitors: {
    ...listing,
    path: '/api/admin/visitors/recent',
    isShared: true,
    response: z.array(visitorView),
  },
  listVisitors: {
    ...listing,
    path: '/api/admin/visitors',
    access: 'full-admin',
    query: z.object({ ...pagingQuery, limit: limitParameter(maxVisitors).default(50) }),
    response: z.array(visitorView),
  },
});
