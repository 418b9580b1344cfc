import type { Role } from './events.ts';

/** Full admins, whom spec and API call `isAdmin`. */
export function isFullAdmin(role: Role): boolean {
  return role === 'full';
}

export function isHelperAdmin(role: Role): boolean {
  return role === 'helper';
}

/** Either kind. */
export function isAnyAdmin(role: Role): boolean {
  return role !== 'none';
}
