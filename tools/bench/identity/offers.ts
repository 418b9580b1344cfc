import { pick, type Random } from '../data/random.ts';

/** An offer in one wording; without place or price. */
export type WordedOffer = { title: string; details: string };
/** Facts that two texts of one offer share, and that neighbouring offers of one seller do not. */
export type OfferFacts = {
  number: number;
  street: string;
  kind: string;
  beds: number;
  baths: number;
  feet: number;
  lot: number;
  acres: number;
  year: number;
  near: string;
  /** After repairs, thousands of dollars. */
  value: number;
  sentences: string[];
};

const streets = ['Maplewood', 'Oakdale', 'Birch', 'Elmhurst', 'Cedar', 'Linden', 'Prairie', 'Sunset', 'Mill', 'Walnut'];
const kinds = ['Street', 'Avenue', 'Road', 'Drive', 'Lane', 'Court'];
const landmarks = [
  'the park',
  'the river',
  'downtown',
  'the old mill',
  'the interstate',
  'the school',
  'the lake',
  'town',
];
const sentencesOfOwners = [
  'We inherited it from our aunt and live too far away.',
  'The furnace was replaced two winters ago.',
  'Roof leaks over the back bedroom.',
  'There are back taxes that can come out of the closing.',
  'The kitchen has its old cabinets and a gas stove.',
  'Hardwood floors lie under the carpet.',
  'My brother started on the bathroom and never finished it.',
  'The yard is fenced and has two pear trees.',
  'It has been empty since last spring.',
  'Water is off, the electric works.',
  'The neighbours are quiet and keep an eye on it.',
  'A shed full of tools stays with it.',
  'The basement was dry each time we looked.',
  'Windows are from the nineties, some are cracked.',
  'Title is clear and in my name.',
  'The porch needs new boards.',
  'Half of the plumbing is copper, the rest is old.',
  'We took out three loads of junk already.',
  'The garage door sticks but the car fits.',
  'I would rather sell it whole than part it out.',
];

/** The same long text under every offer of one seller. */
const boilerplate =
  'We are not the owner of record and sell our interest in a purchase agreement. Earnest money is due within a day and is not refundable. Buyers do their own due diligence on repairs, taxes and title. Assignment fee is paid at the table. No daisy chains please. First come, first served, with proof of funds. Closing at our title company within ten days. Text with your full name and the name of your company.';

export function createFacts(random: Random): OfferFacts {
  const shuffled = sentencesOfOwners.toSorted(() => random() - 0.5);
  return {
    number: 100 + Math.floor(random() * 9800),
    street: pick(random, streets),
    kind: pick(random, kinds),
    beds: 2 + Math.floor(random() * 4),
    baths: 1 + Math.floor(random() * 2),
    feet: 700 + 10 * Math.floor(random() * 150),
    lot: 1 + Math.floor(random() * 90),
    acres: (1 + Math.floor(random() * 40)) / 4,
    year: 1900 + Math.floor(random() * 90),
    near: pick(random, landmarks),
    value: 80 + Math.floor(random() * 120),
    sentences: shuffled.slice(0, 4 + Math.floor(random() * 4)),
  };
}

/** The ways in which people and lists word an offer. */
export const wordings = {
  owner: ({ beds, near, sentences }) => ({
    title: `${beds} bedroom house near ${near}`,
    details: `${sentences.join(' ')} Call 313-555-0142.`,
  }),
  ownerAtAddress: ({ number, street, kind, beds, baths, sentences }) => ({
    title: `${number} ${street} ${kind}, ${beds} bed ${baths} bath`,
    details: sentences.slice(0, 3).join(' '),
  }),
  wholesaler: ({ beds, baths, feet, near, year }) => ({
    title: `OFF MARKET DEAL near ${near} - ${beds}/${baths}`,
    details: `${beds} bed, ${baths} bath, ${feet} sqft, built ${year}. Needs full rehab. ${boilerplate}`,
  }),
  wholesalerInShort: ({ beds, near, value }) => ({
    title: `Deal near ${near}`,
    details: `${beds} bed. ARV $${value}k, repairs $${Math.round(value / 4)}k. ${boilerplate}`,
  }),
  wholesalerAtAddress: ({ number, street, kind, beds, baths, feet }) => ({
    title: 'Wholesale deal of the week',
    details: `${number} ${street} ${kind}. ${beds} bed ${baths} bath, ${feet} sqft. ${boilerplate}`,
  }),
  landSeller: ({ lot, acres, near }) => ({
    title: `Lot ${lot} in Whispering Pines, ${acres} acres`,
    details: `Lot ${lot} of Whispering Pines near ${near}. ${acres} acres, wooded, road frontage, power at the street. Owner financing with nothing down. No restrictions, camp while you build. Surveyed and staked. Many lots to choose from.`,
  }),
  auction: ({ number, street }) => ({
    title: `Tax auction: ${number} ${street.toUpperCase()}`,
    details: 'Starting bid of the county auction. Sold as is by quit claim deed.',
  }),
  bare: ({ beds, baths, street }) => ({ title: `${beds} bed ${baths} bath fixer in ${street} Heights`, details: '' }),
} as const satisfies Record<string, (facts: OfferFacts) => WordedOffer>;

export type Wording = keyof typeof wordings;
