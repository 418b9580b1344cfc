import type { Role } from './contract.ts';

/** Full admins: `isAdmin` in the spec and the API. */
export function isFullAdmin(role: Role): boolean {
  return role === 'full';
}

export function isHelperAdmin(role: Role): boolean {
  return role === 'helper';
}

/** Full or helper admins. */
export function isAnyAdmin(role: Role): boolean {
  return role !== 'none';
}
