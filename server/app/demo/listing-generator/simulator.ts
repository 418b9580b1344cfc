import { chance } from './chance.ts';
import { houses, land, mobileHomes, rentals, type Template, tinyHomes, words } from './texts.ts';

/** What an offer is meant to be; the intake finds out by itself. */
export type Kind = 'new' | 'repost' | 'price drop' | 'duplicate' | 'rental' | 'unpriced' | 'unplaced';

/** A raw item as a source would send it. */
type Item = {
  externalId: string;
  title: string;
  price: number | string;
  details: string;
  link: string;
  postedAt: string;
  zipCode: string;
};
type Priced = Item & { price: number };
export type Offer = { kind: Kind; item: Item };

type Options = {
  /** Where the offers are. */
  zipCodes: readonly string[];
  clock: () => Date;
  /** Sets the offers of this run apart from those of others. */
  run: string;
  /** From 0 up to 1, as Math.random gives. */
  random: () => number;
};

const kinds: [Kind, number][] = [
  ['new', 64],
  ['repost', 8],
  ['price drop', 10],
  ['duplicate', 4],
  ['rental', 6],
  ['unpriced', 5],
  ['unplaced', 3],
];
const types: [Template, number][] = [
  [houses, 60],
  [mobileHomes, 14],
  [land, 14],
  [tinyHomes, 12],
];
const remembered = 40;
/** A newcomer sees a few plain listings first. */
const plainAtFirst = 3;
/** Prices are multiples of it. */
const step = 500;

/** Makes one offer after the other, as varied as real ones: most new, some seen before, some of no use. */
export function createSimulator({ zipCodes, clock, run, random }: Options): () => Offer {
  const { between, oneOf, weighed } = chance(random);
  const past: Priced[] = [];
  let made = 0;

  const named = () => {
    const externalId = `${run}-${made}`;
    return { externalId, link: `https://listings.example.com/${externalId}` };
  };

  const create = (template: Template): Priced => {
    const filled = filler({
      why: oneOf(words.why),
      need: oneOf(words.need),
      terms: oneOf(words.terms),
      street: oneOf(words.street),
      beds: between(2, 5),
      area: between(40, 160) * 10,
      acres: between(2, 38),
      year: between(1920, 2012),
      number: between(100, 9899),
    });
    return {
      ...named(),
      title: filled(oneOf(template.titles)),
      details: filled(template.details),
      price: between(template.lowest / step, template.highest / step) * step,
      postedAt: clock().toISOString(),
      zipCode: oneOf(zipCodes),
    };
  };

  const fresh = (): Item => {
    const item = create(weighed(types));
    past.push(item);
    if (past.length > remembered) past.shift();
    const written = [`$${item.price / 1000}k obo`, `$${item.price.toLocaleString('en-US')}`];
    return { ...item, price: oneOf([item.price, ...written]) };
  };

  const cheaper = (): Item => {
    const item = oneOf(past);
    const price = Math.floor((item.price * between(80, 93)) / (100 * step)) * step;
    return (past[past.indexOf(item)] = { ...item, price });
  };

  const make: Record<Kind, () => Item> = {
    new: fresh,
    duplicate: () => oneOf(past),
    repost: () => ({ ...oneOf(past), ...named() }),
    'price drop': cheaper,
    rental: () => create(rentals),
    unpriced: () => ({ ...create(weighed(types)), price: 'call for price' }),
    unplaced: () => ({ ...create(weighed(types)), zipCode: '' }),
  };

  return () => {
    made += 1;
    const kind = made <= plainAtFirst ? 'new' : weighed(kinds);
    return { kind, item: make[kind]() };
  };
}

function filler(given: Record<string, string | number>): (template: string) => string {
  return (template) => template.replaceAll(/\{(\w+)\}/g, (_all, word: string) => String(given[word] ?? ''));
}
