import { describe, expect, it } from 'vitest';
import { isRepost, type RepostEntry } from '#domain/deduplication/repost-index.ts';

const brief = (title: string, details: string, price = 42_500): RepostEntry => ({
  listingId: 'first',
  title,
  details,
  price,
  latitude: 42.35,
  longitude: -83.1,
});
const inherited = "José's inherited house, needs work";

describe('short texts', () => {
  it.each<[string, RepostEntry, RepostEntry]>([
    [
      'of one town, on one line',
      brief('House', `${inherited} / $42,500 / Detroit, MI 48204`),
      brief('House', 'Inherited house by the lake, as-is / $44,100 / Detroit, MI 48204', 44_100),
    ],
    [
      'of one town, line by line',
      brief('House', `${inherited}\n$42,500\nDetroit, Michigan 48204`),
      brief('House', 'Inherited house by the lake, as-is\n$44,100\nDetroit, Michigan 48204', 44_100),
    ],
    [
      'of one town whose ZIP comes alone',
      brief('House', `${inherited}, Detroit, ZIP 48204`),
      brief('House', 'Inherited house by the lake, as-is, Detroit, ZIP 48204'),
    ],
    [
      'of one county',
      brief('House', `${inherited}. Saint Clair Shores, Macomb County, Michigan.`),
      brief('House', 'Inherited house by the lake, as-is. Saint Clair Shores, Macomb County, Michigan.'),
    ],
    [
      'under one title of many words',
      brief('Inherited house for sale by its owner', 'Needs work, the roof leaks. Cash only, quick closing.'),
      brief('Inherited house for sale by its owner', 'Brick, new furnace, empty. Cash only, quick closing.'),
    ],
    [
      'under one word, in the phrases of one seller',
      brief('House', `${inherited}. Bring cash or hard money, buyer pays closing, no agents. Roof leaks, boiler gone.`),
      brief('House', 'Brick bungalow, newer roof. Bring cash or hard money, buyer pays closing, no agents. Empty.'),
    ],
    [
      'with the same praise',
      brief('House', 'Inherited house, needs work, corner lot, quiet block'),
      brief('House', 'Inherited house, needs work, near school, fenced yard'),
    ],
  ])('Two short texts are two different offers: %s', (_, first, second) => {
    const other = { ...second, listingId: 'second' };
    expect(isRepost(first, other)).toBe(false);
    expect(isRepost(other, first)).toBe(false);
  });

  it.each<[string, RepostEntry]>([
    ['the same', brief('House', `${inherited} / $42,500 / Detroit, MI 48204`)],
    ['at another price', brief('House', `${inherited} / $39,900 / Detroit, MI 48204`, 39_900)],
    ['in capitals', brief('HOUSE!!', `${inherited.toUpperCase()} / $42,500 / DETROIT, MI 48204`)],
    ['with the place in other words', brief('House', `${inherited}\nDetroit, Michigan 48204`)],
    ['without the place', brief('House', inherited)],
  ])('Two short texts are a repost when they are almost the same: %s', (_, second) => {
    const first = brief('House', `${inherited} / $42,500 / Detroit, MI 48204`);
    expect(isRepost(first, { ...second, listingId: 'second' })).toBe(true);
  });

  it('Two short texts are a repost of an offer with the same picture or address', () => {
    const [first, second] = [brief('House', inherited), brief('House', 'Inherited house by the lake, as-is')];
    const imageUrl = 'https://images.example/p/00a1b_x9y8z7_600x450.jpg';
    expect(isRepost({ ...first, imageUrl }, { ...second, listingId: 'second', imageUrl })).toBe(true);
    const at = ({ details, ...rest }: RepostEntry) => ({ ...rest, details: `${details}. 5124 Maplewood Street` });
    expect(isRepost(at(first), { ...at(second), listingId: 'second' })).toBe(true);
  });
});
