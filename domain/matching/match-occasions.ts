/**
 * A moment at which a listing was held against members: it was found, or its price fell below the lowest ever. Times
 * are ISO 8601, or ms since 1970 where many are looked through.
 */
export type MatchOccasion<Time extends string | number = string> = { at: Time; price: number; isDrop: boolean };

/** More falls in price than this are not worth remembering. */
const maxOccasions = 10;

/** Oldest first. */
export function appendOccasion(before: readonly MatchOccasion[], news: MatchOccasion): MatchOccasion[] {
  return [...before, news].slice(-maxOccasions);
}

/**
 * The last alert that somebody had got since `since` whom all these prices but those above `maxPrice` fit; null where
 * there was none. A price that one was told of, or a lower one, is not told again.
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
