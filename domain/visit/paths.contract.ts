// Constants of the contract: a page can import them without loading zod.

export const visitPaths = { track: '/api/visitors/track' } as const;

/** Visitor paths for admins; an offset counts weeks back. */
export const visitorPaths = {
  all: '/api/admin/visitors',
  availableWeeks: '/api/admin/visitors/available-weeks',
  stats: '/api/admin/visitors/stats',
  weekStats: (offset: number | ':offset') => `/api/admin/visitors/stats/week/${offset}`,
  byWeek: (offset: number | ':offset') => `/api/admin/visitors/by-week/${offset}`,
  recent: '/api/admin/visitors/recent',
} as const;
