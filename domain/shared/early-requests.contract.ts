// What a page needs before it has loaded zod.

export const passwordLength = { min: 6, max: 128 } as const;
export const visitRequest = { method: 'post', path: '/api/visitors/track' } as const;
export const currentUserRequest = { method: 'get', path: '/api/user' } as const;
