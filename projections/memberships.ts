import type { UserEvent } from '#domain/user/events.ts';
import type { Projection } from './projection.ts';
import type { ViewReader } from './store/port.ts';

/**
 * The days in UTC (2026-03-01) on which an account was registered, and on which its membership last began and ended;
 * `id` is the user's. It stays when the account is deleted, so that the totals of past days stay.
 */
export type MembershipDoc = {
  id: string;
  registeredOn: string | null;
  activatedOn: string | null;
  endedOn: string | null;
  isActive: boolean;
};
type DayField = 'registeredOn' | 'activatedOn' | 'endedOn';

const handledTypes = [
  'UserRegistered',
  'MembershipActivated',
  'MembershipDeactivated',
  'UserDeleted',
] as const satisfies UserEvent['type'][];

export const memberships: Projection<(typeof handledTypes)[number], MembershipDoc> = {
  view: 'memberships',
  version: 1,
  indexes: [['registeredOn'], ['activatedOn'], ['endedOn']],
  handles: handledTypes,
  idsOf: ({ data }) => [data.userId],
  evolve: (doc, { type, metadata }, id) => {
    const before = doc ?? { id, registeredOn: null, activatedOn: null, endedOn: null, isActive: false };
    const day = metadata.at.slice(0, 'yyyy-MM-dd'.length);
    if (type === 'UserRegistered') return { ...before, registeredOn: day };
    if (type === 'MembershipActivated') return { ...before, activatedOn: day, isActive: true };
    return before.isActive ? { ...before, endedOn: day, isActive: false } : before;
  },
};

/** The users of whom this is after the day `after`. */
export function countMembershipsAfter(views: ViewReader, field: DayField, after: string): Promise<number> {
  return views.count(memberships.view, { [field]: { gt: after } });
}

/** The same, by day. */
export function countMembershipsByDay(views: ViewReader, field: DayField, after: string): Promise<Map<string, number>> {
  return views.countBy(memberships.view, field, { [field]: { gt: after } });
}
