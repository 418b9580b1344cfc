import { type UserFacets, userFacets, userListQuery } from '#domain/user/admin.contract.ts';
import { parseSearch } from '#web/lib/parse-search.ts';

/** The search and the facets of a list of users. */
export type UserFilters = UserFacets & { q?: string | undefined };

/** Reads the filters of an address that the viewer may use; other parameters are ignored. */
export function parseUserFilters(search: Record<string, unknown>, viewer: { isAdmin: boolean }): UserFilters {
  const { role, ...filters } = parseSearch({ q: userListQuery.q, ...userFacets }, search);
  return viewer.isAdmin && role !== undefined ? { ...filters, role } : filters;
}
