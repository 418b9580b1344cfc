import { Rejected } from '#domain/shared/decider.ts';
import type { UserCommandData } from './commands.ts';
import { type Filters, grantableLimit } from './contract.ts';
import type { UserEvent } from './events.ts';
import { changeSearch } from './searches.ts';
import { isActiveMember, type RegisteredUser } from './state.ts';

/** Only values that differ from the saved filters are recorded. */
export function updateFilters(
  { userId, changes }: UserCommandData<'UpdateFilters'>,
  user: RegisteredUser,
): UserEvent[] {
  const saved: Record<string, unknown> = user.filters;
  const differing = Object.entries(changes).filter(([name, value]) => value !== undefined && value !== saved[name]);
  if (differing.length === 0) return [];
  // Object.entries loses the field names; they are those of `changes`, whose values fit Filters.
  const changed = Object.fromEntries(differing) as Partial<Filters>;
  if ((changed.maxPrice ?? 0) > user.maxPriceLimit) throw new Rejected('price-above-limit');
  return [{ type: 'FiltersUpdated', data: { userId, changes: changed } }];
}

/** How alerts reach the user, for all searches. */
export function updateDelivery(
  { userId, changes }: UserCommandData<'UpdateDelivery'>,
  user: RegisteredUser,
): UserEvent[] {
  const { notificationPreference, weeklySummary } = changes;
  const further = user.searches.flatMap(({ id: searchId }) =>
    changeSearch({ userId, searchId, changes: { notificationPreference, weeklySummary } }, user),
  );
  return [...updateFilters({ userId, changes }, user), ...further];
}

export function requestHigherLimit(
  { userId }: UserCommandData<'RequestHigherLimit'>,
  user: RegisteredUser,
): UserEvent[] {
  return user.requestedHigherLimit ? [] : [{ type: 'HigherLimitRequested', data: { userId } }];
}

export function clearHigherLimit({ userId }: UserCommandData<'ClearHigherLimit'>, user: RegisteredUser): UserEvent[] {
  return user.requestedHigherLimit ? [{ type: 'HigherLimitCleared', data: { userId } }] : [];
}

/** A grant also answers the request. A limit below a saved max price lowers that price to the limit. */
export function grantHigherLimit(
  { userId, limit }: UserCommandData<'GrantHigherLimit'>,
  user: RegisteredUser,
): UserEvent[] {
  const { min, max } = grantableLimit;
  if (!Number.isInteger(limit) || limit < min || limit > max) throw new Rejected('limit-out-of-range');
  if (limit === user.maxPriceLimit && !user.requestedHigherLimit) return [];
  const granted: UserEvent = { type: 'HigherLimitGranted', data: { userId, limit } };
  const lowered = user.searches
    .filter(({ maxPrice }) => maxPrice > limit)
    .flatMap(({ id }) => changeSearch({ userId, searchId: id, changes: { maxPrice: limit } }, user));
  const { maxPrice } = user.filters;
  if (maxPrice === null || maxPrice <= limit) return [granted, ...lowered];
  return [granted, { type: 'FiltersUpdated', data: { userId, changes: { maxPrice: limit } } }, ...lowered];
}

/** Whether any search that is not paused asks for it. */
export function wantsWeeklySummary({ filters, searches }: Pick<RegisteredUser, 'filters' | 'searches'>): boolean {
  return filters.weeklySummary || searches.some(({ weeklySummary, paused }) => weeklySummary && !paused);
}

/** Weeks are compared as texts of days. */
export function summarizeWeek({ userId, week }: UserCommandData<'SummarizeWeek'>, user: RegisteredUser): UserEvent[] {
  const isDue = isActiveMember(user) && wantsWeeklySummary(user) && week > (user.summarizedWeek ?? '');
  return isDue ? [{ type: 'WeeklySummaryIssued', data: { userId, week } }] : [];
}
