import type { Point } from '#domain/geo/distance.ts';
import type { RepostEntry } from '#domain/deduplication/known-listing.ts';
import { createRandom, pick, type Random } from '../data/random.ts';
import { type OfferFacts, createFacts, type WordedOffer, type Wording, wordings } from './offers.ts';

/** Two listings, and whether the second is a repost of the first, by the rulings on reposts. */
export type LabeledPair = { kind: string; isSame: boolean; first: RepostEntry; repost: RepostEntry };

type Change = (entry: RepostEntry, random: Random, facts: OfferFacts) => Partial<RepostEntry>;

const milesPerDegree = 69.1;
const milesNorth = ({ latitude }: RepostEntry, miles: number) => ({ latitude: latitude + miles / milesPerDegree });
const sentencesOf = (text: string) => text.split(/(?<=\.) /);

/** What people change in a repost. */
const reposts: Record<string, { change: Change; of?: Wording[] }> = {
  'word for word': { change: () => ({}) },
  'in capitals': {
    change: ({ title, details }) => ({ title: `${title.toUpperCase()}!!!`, details: details.toUpperCase() }),
  },
  'reduced, with the price in the title': {
    change: ({ title, price }) => {
      const lower = Math.round(price * 0.87);
      return { title: `*REDUCED* $${lower} ${title}`, price: lower };
    },
  },
  'a fifth cheaper': { change: ({ price }) => ({ price: Math.ceil(price * 0.8) }) },
  'a quarter cheaper at the same address': {
    of: ['ownerAtAddress', 'wholesalerAtAddress', 'auction'],
    change: ({ price }) => ({ price: Math.floor(price * 0.75) }),
  },
  'half a mile off': { change: (entry) => milesNorth(entry, 0.5) },
  'a sentence less': {
    of: ['owner', 'ownerAtAddress', 'wholesaler'],
    change: ({ details }) => ({ details: sentencesOf(details).slice(1).join(' ') }),
  },
  'a sentence more': {
    of: ['owner', 'wholesaler', 'wholesalerAtAddress'],
    change: ({ details }) => ({ details: `${details} Still available, show any day after five.` }),
  },
  'under another title': {
    of: ['owner', 'wholesaler', 'wholesalerAtAddress', 'landSeller'],
    change: () => ({ title: 'Must sell this week, investors look' }),
  },
  'in another order': {
    of: ['owner', 'ownerAtAddress'],
    change: ({ details }) => ({ details: sentencesOf(details).toReversed().join(' ') }),
  },
  'the street abbreviated': {
    of: ['ownerAtAddress', 'wholesalerAtAddress'],
    change: ({ title, details }) => ({ title: abbreviated(title), details: abbreviated(details) }),
  },
  'shouted, a sentence less, cheaper, under another title': {
    of: ['owner', 'wholesaler', 'wholesalerInShort', 'wholesalerAtAddress'],
    change: ({ details, price }) => ({
      title: 'PRICE DROP, NEED GONE',
      details: sentencesOf(details.toUpperCase()).slice(0, -1).join(' '),
      price: Math.ceil(price * 0.9),
    }),
  },
  'two sentences of its own more, one less': {
    of: ['owner'],
    change: ({ details }) => ({
      details: `${sentencesOf(details).slice(1).join(' ')} Would trade for a truck. Bring a flashlight if you come late.`,
    }),
  },
  'the picture at another host': {
    change: ({ imageUrl }) => ({ imageUrl: (imageUrl ?? '').replace('img.example', 'cdn.example') }),
  },
  'other words, same picture': {
    of: ['owner', 'wholesaler'],
    change: ({ imageUrl }, _random, { beds, near, sentences }) => ({
      imageUrl: imageUrl ?? '',
      title: `Fixer, ${beds} br, close to ${near}`,
      details: `${beds} bedrooms. ${sentences[0] ?? ''} Make an offer.`,
    }),
  },
};

const abbreviated = (text: string) =>
  text
    .replace(/Street/g, 'St')
    .replace(/Avenue/g, 'Ave.')
    .replace(/Road/g, 'Rd')
    .replace(/Drive/g, 'Dr')
    .replace(/Lane/g, 'Ln');

/** The differences that make two offers of one seller distinct. A new set of facts keeps those that are named. */
const neighbours: Record<string, { keep: (keyof OfferFacts)[]; of: Wording[]; logo?: true }> = {
  'the next lot of one seller': { of: ['landSeller'], keep: ['near', 'acres'] },
  'another lot and acreage of one seller': { of: ['landSeller'], keep: ['near'] },
  'another number in one template': {
    of: ['wholesalerAtAddress', 'ownerAtAddress'],
    keep: ['street', 'kind', 'beds', 'baths', 'feet', 'sentences'],
  },
  'another street in one template': {
    of: ['wholesalerAtAddress', 'ownerAtAddress'],
    keep: ['beds', 'baths', 'feet', 'number', 'sentences'],
  },
  'another house of one wholesaler': { of: ['wholesaler'], keep: ['near', 'beds', 'baths'] },
  'other rooms in one template': { of: ['wholesaler', 'owner'], keep: ['near', 'feet', 'year', 'sentences', 'baths'] },
  'another short deal of one wholesaler': { of: ['wholesalerInShort'], keep: ['near', 'beds'] },
  'neighbours in an auction': { of: ['auction'], keep: ['street'] },
  'another owner nearby': { of: ['owner'], keep: ['near', 'beds'] },
  'the logo of one seller': {
    of: ['landSeller', 'wholesalerAtAddress', 'wholesaler'],
    keep: ['near', 'beds', 'baths'],
    logo: true,
  },
};

/** Equal in everything but the further conditions of the rulings. */
/** The price tells an offer apart from another one only where no address does. */
const beyond: Record<string, Change> = {
  'more than a fifth cheaper': ({ price }) => ({ price: Math.floor(price * 0.75) }),
  'more than a fifth dearer': ({ price }) => ({ price: Math.ceil(price * 1.3) }),
  'five miles off': (entry) => milesNorth(entry, 5),
};

const all = Object.keys(wordings) as Wording[]; // the keys of an object literal
const unaddressed: Wording[] = ['owner', 'wholesaler', 'wholesalerInShort', 'landSeller', 'bare'];
let entryCount = 0;

function entry(random: Random, worded: WordedOffer, { latitude, longitude }: Point): RepostEntry {
  entryCount += 1;
  return {
    listingId: `listing-${entryCount}`,
    ...worded,
    latitude,
    longitude,
    price: 1000 * (5 + Math.floor(random() * 90)),
    imageUrl: createImageUrl(),
  };
}

let pictures = 0;
function createImageUrl(): string {
  pictures += 1;
  return `https://img.example/p/00k0k_${(pictures * 2654435761).toString(36)}_600x450.jpg`;
}

const again = (first: RepostEntry, changed: Partial<RepostEntry>): RepostEntry => {
  return { ...first, listingId: `${first.listingId}-again`, imageUrl: createImageUrl(), ...changed };
};

const placeNear = (random: Random) => ({ latitude: 42.3 + random() * 0.2, longitude: -83.2 + random() * 0.2 });

/** `each` pairs of every kind; the same in every run. */
export function createLabeledPairs(each: number, seed: number): LabeledPair[] {
  const random = createRandom(seed);
  const pairs: LabeledPair[] = [];
  const base = (of: readonly Wording[]) => {
    const facts = createFacts(random);
    const wording = pick(random, of);
    return { facts, wording, first: entry(random, wordings[wording](facts), placeNear(random)) };
  };
  for (let n = 0; n < each; n += 1) {
    for (const [kind, { change, of = all }] of Object.entries(reposts)) {
      const { facts, first } = base(of);
      pairs.push({ kind, isSame: true, first, repost: again(first, change(first, random, facts)) });
    }
    for (const [kind, change] of Object.entries(beyond)) {
      const { facts, first } = base(unaddressed);
      pairs.push({ kind, isSame: false, first, repost: again(first, change(first, random, facts)) });
    }
    for (const [kind, { keep, of, logo }] of Object.entries(neighbours)) {
      const { facts, wording, first } = base(of);
      const sharedFacts = Object.fromEntries(keep.map((name) => [name, facts[name]]));
      const other = entry(random, wordings[wording]({ ...createOtherFacts(facts, random), ...sharedFacts }), first);
      const { price, imageUrl } = first;
      pairs.push({ kind, isSame: false, first, repost: { ...other, price, ...(logo && { imageUrl }) } });
    }
  }
  return pairs;
}

/** Facts that all differ. */
function createOtherFacts(facts: OfferFacts, random: Random): OfferFacts {
  const other = createFacts(random);
  const isOther = (Object.keys(facts) as (keyof OfferFacts)[]).every(
    (name) => name === 'sentences' || facts[name] !== other[name],
  );
  return isOther ? other : createOtherFacts(facts, random);
}
