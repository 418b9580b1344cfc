import { expect, it } from 'vitest';
import { isAnyAdmin, isFullAdmin, isHelperAdmin } from './permissions.ts';

it.each([
  { role: 'none', any: false, helper: false, full: false },
  { role: 'helper', any: true, helper: true, full: false },
  { role: 'full', any: true, helper: false, full: true },
] as const)('The role $role has the permissions of its kind of admin', ({ role, any, helper, full }) => {
  expect([isAnyAdmin(role), isHelperAdmin(role), isFullAdmin(role)]).toEqual([any, helper, full]);
});
