import type { MatchOccasion } from './match-occasions.ts';

export const weeklyChangeKinds = ['new', 'price drop', 'withdrawn'] as const;

/** The last thing that happened to a listing in a week. Prices in whole US dollars, times ISO 8601. */
export type WeeklyChange = {
  kind: (typeof weeklyChangeKinds)[number];
  at: string;
  price: number;
  /** The lowest price before a price drop, where it is known. */
  previousPrice: number | null;
};

type ListingPast = {
  price: number;
  foundAt: string;
  news: readonly MatchOccasion[];
  withdrawal: { at: string } | null;
};

/** Null where nothing happened from `from` until before `until`. A listing that became cheaper in its first week is new. */
export function findWeeklyChange(
  { price, foundAt, news, withdrawal }: ListingPast,
  { from, until }: { from: string; until: string },
): WeeklyChange | null {
  const isInWeek = (at: string) => at >= from && at < until;
  if (withdrawal !== null) {
    const { at } = withdrawal;
    return isInWeek(at) ? { kind: 'withdrawn', at, price, previousPrice: null } : null;
  }
  if (isInWeek(foundAt)) return { kind: 'new', at: foundAt, price, previousPrice: null };
  const drop = news.findLast(({ at, isDrop }) => isDrop && isInWeek(at));
  if (drop === undefined) return null;
  const previousPrice = news.findLast(({ at }) => at < from)?.price ?? null;
  return { kind: 'price drop', at: drop.at, price: drop.price, previousPrice };
}
