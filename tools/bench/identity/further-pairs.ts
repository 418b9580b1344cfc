import type { Point } from '#domain/geo/distance.ts';
import type { RepostEntry } from '#domain/deduplication/known-listing.ts';
import { createRandom, pick, type Random } from '../data/random.ts';
import { type OfferFacts, createFacts, type WordedOffer } from './offers.ts';
import type { LabeledPair } from './pairs.ts';

type OfferText = { title: string; details: string; price?: number };
/** One offer in two wordings, or two offers with similar wordings. */
type MakePair = (facts: OfferFacts, other: OfferFacts, random: Random) => readonly [OfferText, OfferText];

const words = ['zero', 'one', 'two', 'three', 'four', 'five', 'six'];
const phones = ['313-555-0142', '(248) 555-0177', '810 555 0123'];
const towns: [string, string][] = [
  ['St. Louis, MO', 'Saint Louis, Missouri'],
  ['Mt. Clemens MI', 'Mount Clemens, Michigan'],
  ['Ft Wayne, IN', 'Fort Wayne Indiana'],
];

const owner = ({ beds, near, sentences }: OfferFacts): WordedOffer => ({
  title: `${beds} bedroom house near ${near}`,
  details: sentences.join(' '),
});
const mobile = ({ beds, baths, year, sentences }: OfferFacts, lot: number): WordedOffer => ({
  title: `Mobile home on lot ${lot}, Sunny Acres`,
  details: `${year} single wide, ${beds} bed ${baths} bath, in Sunny Acres park. Lot rent $410 with water and trash. Park approval needed. ${sentences[0] ?? ''}`,
});
const unit = ({ beds, baths, feet }: OfferFacts, name: string): WordedOffer => ({
  title: `Unit ${name} at Riverside Tower, ${beds} bed ${baths} bath`,
  details: `Unit ${name}, ${feet} sqft. Riverside Tower has a pool, a doorman and laundry on each floor. Dues include heat and water. Sold as is, cash or hard money, buyer pays transfer fee.`,
});
const tract = (name: string, acres: number): WordedOffer => ({
  title: `Tract ${name}, Hickory Ridge, ${acres} acres`,
  details: `Tract ${name} of Hickory Ridge. ${acres} acres of timber with a creek. County road, power at the line. Owner financing, no credit check. Survey on request.`,
});
const parcel = (id: string): WordedOffer => ({
  title: `Parcel ${id}`,
  details:
    'Tax foreclosed property. Minimum bid plus fees. Buyer is responsible for all taxes of this year. Deed by mail.',
});
const flip = ({ beds, feet, value }: OfferFacts): WordedOffer => ({
  title: 'Flip or hold, below market',
  details: `${beds} bedrooms, ${feet} sqft. After repair value $${value},000. Tenant will leave at closing. Seller pays nothing. Ask for the inspection report and the photos. Closing with our attorney in two weeks.`,
});
const pickUnitName = (random: Random) => pick(random, ['A', 'B', 'C', 'D', 'E', 'F']);
const nextUnitName = (name: string) => (name === 'F' ? 'A' : String.fromCharCode(name.charCodeAt(0) + 1));

const same: Record<string, MakePair> = {
  'the title edited, emoji and a telephone added': (facts, _other, random) => {
    const { title, details } = owner(facts);
    return [
      { title, details },
      { title: `🏠 ${title} 🔥 OBO`, details: `💰💰 ${details} 📞 ${pick(random, phones)} ask for Sam` },
    ];
  },
  'a tenth dearer': (facts) => [owner(facts), { ...owner(facts), price: 1.1 }],
  'cut to its first half': (facts) => {
    const { sentences } = facts;
    const all = owner({ ...facts, sentences: sentences.slice(0, 4) });
    return [all, owner({ ...facts, sentences: sentences.slice(0, 2) })];
  },
  'the town spelled otherwise': (facts, _other, random) => {
    const [short, long] = pick(random, towns);
    const offerText = owner(facts);
    return [
      { title: `${offerText.title} in ${short}`, details: `${offerText.details} Located in ${short}.` },
      { title: `${offerText.title} in ${long}`, details: `Located in ${long}. ${offerText.details}` },
    ];
  },
  'bedrooms in words, as a list of points': (facts) => {
    const { title, details } = owner(facts);
    const spelled = title.replace(/^\d/, (digit) => words[Number(digit)] ?? digit);
    return [
      { title, details },
      { title: spelled, details: details.split('. ').join('\n• ') },
    ];
  },
  'hashtags and a link to more pictures': (facts, _other, random) => {
    const { title, details } = owner(facts);
    const more = `More pictures at https://photos.example/${Math.floor(random() * 1e9)} #investment #cashdeal #fixerupper`;
    return [
      { title, details },
      { title, details: `${details} ${more}` },
    ];
  },
  'the same lot, cheaper and shouted': (facts, _other, random) => {
    const { title, details } = tract(pickUnitName(random), facts.acres);
    return [
      { title, details },
      { title: `PRICE CUT ${title.toUpperCase()}`, details: `${details} Bring your camper.`, price: 0.85 },
    ];
  },
};

const different: Record<string, MakePair> = {
  'tracts told by letters': ({ acres }, _other, random) => {
    const name = pickUnitName(random);
    return [tract(name, acres), tract(nextUnitName(name), acres)];
  },
  'units of one building': (facts, _other, random) => {
    const [floor, name] = [2 + Math.floor(random() * 8), pickUnitName(random)];
    return [unit(facts, `${floor}${name}`), unit(facts, `${floor}${nextUnitName(name)}`)];
  },
  'units told by letters': (facts, _other, random) => {
    const name = pickUnitName(random);
    return [unit(facts, name), unit(facts, nextUnitName(name))];
  },
  'two mobile homes of one park': (facts) => [mobile(facts, facts.lot), mobile(facts, facts.lot + 1)],
  'two homes of one park, told by their year': (facts, { year, sentences }) => {
    const withoutLot = ({ title, details }: WordedOffer) => ({ title: title.replace(/ on lot \d+/, ''), details });
    return [withoutLot(mobile(facts, 1)), withoutLot(mobile({ ...facts, year: year + 1, sentences }, 1))];
  },
  'parcels of one auction': (_facts, _other, random) => {
    const block = 10 + Math.floor(random() * 80);
    const row = 100 + Math.floor(random() * 800);
    return [parcel(`${block}-${row}-07`), parcel(`${block}-${row + 1}-07`)];
  },
  'another house in the words of one seller': (facts, { feet, value }) => [
    flip(facts),
    flip({ ...facts, feet: feet + 10, value: value + 1 }),
  ],
  'left and right of a duplex': (facts) => {
    const half = (side: string): WordedOffer => ({
      title: `Duplex, ${side} half, near ${facts.near}`,
      details: `${side} half of a duplex, ${facts.beds} bedrooms. ${facts.sentences.slice(0, 3).join(' ')}`,
    });
    return [half('Left'), half('Right')];
  },
};

/** `each` pairs of kinds that were not used for tuning; the same in every run. */
export function createFurtherPairs(each: number, seed: number): LabeledPair[] {
  const random = createRandom(seed);
  const pairs: LabeledPair[] = [];
  const pair = (kind: string, isSame: boolean, make: MakePair) => {
    const price = 1000 * (5 + Math.floor(random() * 90));
    const place: Point = { latitude: 42.3 + random() * 0.2, longitude: -83.2 + random() * 0.2 };
    const number = String(pairs.length);
    const [first, repost] = make(createFacts(random), createFacts(random), random).map(
      (offerText, index): RepostEntry => {
        return {
          ...place,
          ...offerText,
          listingId: `${number}-${index}`,
          price: Math.round(price * (offerText.price ?? 1)),
        };
      },
    );
    if (first && repost) pairs.push({ kind, isSame, first, repost });
  };
  for (let n = 0; n < each; n += 1) {
    for (const [kind, make] of Object.entries(same)) pair(kind, true, make);
    for (const [kind, make] of Object.entries(different)) pair(kind, false, make);
  }
  return pairs;
}
