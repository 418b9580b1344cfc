// Constants of the contract: a page can import them without loading zod.

export const passwordLength = { min: 6, max: 128 } as const;
export const currentUserRequest = { method: 'get', path: '/api/user' } as const;

export const userPaths = {
  me: '/api/user',
  login: '/api/login',
  register: '/api/register',
  logout: '/api/logout',
  profile: '/api/profile',
  credentials: '/api/profile/credentials',
  ownData: '/api/profile/data',
  forgotPassword: '/api/forgot-password',
  requestHigherLimit: '/api/request-higher-limit',
  adminUsers: '/api/admin/users',
  membership: (id: string) => `/api/admin/users/${id}/membership`,
  higherLimit: (id: string) => `/api/admin/users/${id}/higher-limit`,
} as const;

/** Admin actions on one user, and on several. */
export const adminPaths = {
  user: (id: string) => `/api/admin/users/${id}`,
  memberSince: (id: string) => `/api/admin/users/${id}/member-since`,
  listings: (id: string) => `/api/admin/users/${id}/listings`,
  role: (id: string) => `/api/admin/users/${id}/role`,
  reveal: (id: string) => `/api/admin/users/${id}/password/reveal`,
} as const;

export const importPaths = {
  users: '/api/admin/users/import',
  progress: '/api/admin/users/import/progress',
} as const;
