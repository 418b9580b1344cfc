/**
 * A moment at which a listing was matched: it was found, or its price fell below the lowest ever. Times are ISO 8601,
 * or ms since 1970 for fast comparison of many.
 */
export type MatchOccasion<Time extends string | number = string> = { at: Time; price: number; isDrop: boolean };

/** Older price drops than these are dropped. */
const maxOccasions = 10;

/** Oldest first. */
export function appendOccasion(before: readonly MatchOccasion[], news: MatchOccasion): MatchOccasion[] {
  return [...before, news].slice(-maxOccasions);
}

/**
 * The last alert that a member with the limit `maxPrice` received since `since`; null where there was none. A member is
 * not notified again at the same or a higher price.
 */
export function findLastAlert<Time extends string | number>(
  news: readonly MatchOccasion<Time>[],
  { since, maxPrice }: { since: Time; maxPrice: number },
): (MatchOccasion<Time> & { kind: 'new' | 'price drop' }) | null {
  let last: (MatchOccasion<Time> & { kind: 'new' | 'price drop' }) | null = null;
  for (const one of news) {
    if (one.at < since || one.price > maxPrice) continue;
    if (last === null) last = { ...one, kind: 'new' };
    else if (one.isDrop && one.price < last.price) last = { ...one, kind: 'price drop' };
  }
  return last;
}
