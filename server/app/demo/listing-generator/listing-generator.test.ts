import { beforeAll, describe, expect, it } from 'vitest';
import { parseItem } from '#server/modules/intake/pipeline/parse-item.ts';
import { type Gazetteer, loadGazetteer } from '#server/modules/geo/gazetteer.ts';
import { createListingGenerator, type DemoOfferKind, type DemoOffer } from './listing-generator.ts';

const zipCodes = ['48204', '38106', '87105'];

/** A fixed sequence of numbers. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return state / 4_294_967_296;
  };
}

describe('the listing generator', () => {
  let gazetteer: Gazetteer;
  let offers: DemoOffer[];
  beforeAll(async () => {
    gazetteer = await loadGazetteer();
    const next = createListingGenerator({ zipCodes, clock: () => new Date(0), run: 'test', random: seeded(7) });
    offers = Array.from({ length: 800 }, next);
  });

  const of = (...kinds: DemoOfferKind[]) => offers.filter(({ kind }) => kinds.includes(kind));
  const outcomes = (...kinds: DemoOfferKind[]) => {
    const understood = of(...kinds).map(({ item }) => ({ item, ...parseItem('simulator', item, gazetteer) }));
    return Map.groupBy(understood, ({ kind }) => kind);
  };

  it('The listing generator begins with plain listings', () => {
    expect(offers.slice(0, 3).map(({ kind }) => kind)).toEqual(['new', 'new', 'new']);
  });

  it('The listing generator generates every kind of offer, most of them new', () => {
    expect(of('new').length).toBeGreaterThan(400);
    for (const kind of ['repost', 'price drop', 'duplicate', 'rental', 'unpriced', 'unplaced'] as const) {
      expect(of(kind).length).toBeGreaterThan(10);
    }
  });

  it('The listing generator generates offers that the rules accept', () => {
    expect([...outcomes('new', 'repost', 'price drop', 'duplicate').keys()]).toEqual(['listing']);
  });

  it('The listing generator generates all four types of property', () => {
    const types = outcomes('new')
      .get('listing')
      ?.map((one) => (one.kind === 'listing' ? one.data.propertyType : ''));
    expect(new Set(types)).toEqual(new Set(['house', 'mobile home', 'raw land', 'tiny home']));
  });

  it('The listing generator generates rentals that are rejected', () => {
    expect([...outcomes('rental').keys()]).toEqual(['rejected']);
  });

  it('The listing generator generates offers that need a review', () => {
    expect([...outcomes('unpriced', 'unplaced').keys()]).toEqual(['held']);
  });

  it('The listing generator lowers prices of its earlier offers', () => {
    for (const { item } of of('price drop')) {
      const before = offers.find((offer) => offer.kind === 'new' && offer.item.externalId === item.externalId);
      expect(before?.item.title).toBe(item.title);
      expect(item.price).toBeGreaterThan(0);
    }
  });

  it('The listing generator reposts under another link', () => {
    for (const { item } of of('repost')) {
      const before = offers.find((offer) => offer.kind === 'new' && offer.item.details === item.details);
      expect(before).toBeDefined();
      expect(before?.item.link).not.toBe(item.link);
    }
  });
});
