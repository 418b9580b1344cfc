// The part of the contract that is plain data: a page has it without loading zod.

export const visitPaths = { track: '/api/visitors/track' } as const;

/** What admins read of the visits; an offset counts weeks back. */
export const visitorPaths = {
  all: '/api/admin/visitors',
  availableWeeks: '/api/admin/visitors/available-weeks',
  stats: '/api/admin/visitors/stats',
  weekStats: (offset: number | ':offset') => `/api/admin/visitors/stats/week/${offset}`,
  byWeek: (offset: number | ':offset') => `/api/admin/visitors/by-week/${offset}`,
  recent: '/api/admin/visitors/recent',
} as const;
