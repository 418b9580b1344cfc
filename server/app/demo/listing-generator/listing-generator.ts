import { createRandomPicker } from './random-picker.ts';
import {
  houseTemplate,
  landTemplate,
  mobileHomeTemplate,
  rentalTemplate,
  type OfferTemplate,
  tinyHomeTemplate,
  fillerTexts,
} from './templates.ts';

/** The intended kind of an offer; the intake classifies it independently. */
export type DemoOfferKind = 'new' | 'repost' | 'price drop' | 'duplicate' | 'rental' | 'unpriced' | 'unplaced';

/** A raw item as a source would send it. */
type DemoItem = {
  externalId: string;
  title: string;
  price: number | string;
  details: string;
  link: string;
  postedAt: string;
  zipCode: string;
};
type PricedDemoItem = DemoItem & { price: number };
export type DemoOffer = { kind: DemoOfferKind; item: DemoItem };

type GeneratorOptions = {
  /** The locations of the offers. */
  zipCodes: readonly string[];
  clock: () => Date;
  /** Distinguishes the offers of this run from those of others. */
  run: string;
  /** From 0 up to 1, as Math.random gives. */
  random: () => number;
  /** The kinds of the first offers: unless given, a new user sees a few plain listings first. */
  firstKinds?: readonly DemoOfferKind[];
};

const kindWeights: [DemoOfferKind, number][] = [
  ['new', 64],
  ['repost', 8],
  ['price drop', 10],
  ['duplicate', 4],
  ['rental', 6],
  ['unpriced', 5],
  ['unplaced', 3],
];
const templateWeights: [OfferTemplate, number][] = [
  [houseTemplate, 60],
  [mobileHomeTemplate, 14],
  [landTemplate, 14],
  [tinyHomeTemplate, 12],
];
const maxRemembered = 40;
/** Prices are multiples of it. */
const priceStep = 500;

/** Generates offers as varied as real ones: most new, some seen before, some irrelevant. */
export function createListingGenerator(options: GeneratorOptions): () => DemoOffer {
  const { zipCodes, clock, run, random, firstKinds = ['new', 'new', 'new'] } = options;
  const { between, oneOf, weighed } = createRandomPicker(random);
  const past: PricedDemoItem[] = [];
  let madeCount = 0;

  const createIdentity = () => {
    const externalId = `${run}-${madeCount}`;
    return { externalId, link: `https://listings.example.com/${externalId}` };
  };

  const create = (template: OfferTemplate): PricedDemoItem => {
    const filled = createTemplateFiller({
      why: oneOf(fillerTexts.why),
      need: oneOf(fillerTexts.need),
      terms: oneOf(fillerTexts.terms),
      street: oneOf(fillerTexts.street),
      beds: between(2, 5),
      area: between(40, 160) * 10,
      acres: between(2, 38),
      year: between(1920, 2012),
      number: between(100, 9899),
    });
    return {
      ...createIdentity(),
      title: filled(oneOf(template.titles)),
      details: filled(template.details),
      price: between(template.lowest / priceStep, template.highest / priceStep) * priceStep,
      postedAt: clock().toISOString(),
      zipCode: oneOf(zipCodes),
    };
  };

  const createNewItem = (): DemoItem => {
    const item = create(weighed(templateWeights));
    past.push(item);
    if (past.length > maxRemembered) past.shift();
    const priceTexts = [`$${item.price / 1000}k obo`, `$${item.price.toLocaleString('en-US')}`];
    return { ...item, price: oneOf([item.price, ...priceTexts]) };
  };

  const dropPrice = (): DemoItem => {
    const item = oneOf(past);
    const price = Math.floor((item.price * between(80, 93)) / (100 * priceStep)) * priceStep;
    return (past[past.indexOf(item)] = { ...item, price });
  };

  const make: Record<DemoOfferKind, () => DemoItem> = {
    new: createNewItem,
    duplicate: () => oneOf(past),
    repost: () => ({ ...oneOf(past), ...createIdentity() }),
    'price drop': dropPrice,
    rental: () => create(rentalTemplate),
    unpriced: () => ({ ...create(weighed(templateWeights)), price: 'call for price' }),
    unplaced: () => ({ ...create(weighed(templateWeights)), zipCode: '' }),
  };

  return () => {
    const kind = firstKinds[madeCount] ?? weighed(kindWeights);
    madeCount += 1;
    return { kind, item: make[kind]() };
  };
}

function createTemplateFiller(values: Record<string, string | number>): (template: string) => string {
  return (template) => template.replaceAll(/\{(\w+)\}/g, (_all, word: string) => String(values[word] ?? ''));
}
