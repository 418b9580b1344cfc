import type { Role } from '#domain/user/contract.ts';

export const roleNames: Record<Role, string> = { none: 'Member', helper: 'Helper admin', full: 'Full admin' };
