// The part of the contract that is plain data: a page has it without loading zod.

export const visitPaths = { track: '/api/visitors/track' } as const;
