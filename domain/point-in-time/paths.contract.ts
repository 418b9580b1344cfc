/** Point-in-time paths for full admins. */
export const pointInTimePaths = {
  asOf: '/api/admin/history/as-of',
  members: '/api/admin/history/members',
  membersAsOf: (id: string) => `/api/admin/history/members/${id}`,
  memberRows: (id: string) => `/api/admin/history/members/${id}/rows`,
} as const;
