import { readStreetLine } from '#domain/geo/street-line.ts';
import { type Fact, factLabels, type FactName, factNames, type PropertyFacts } from './contract.ts';
import type { GivenFields } from './given.contract.ts';
import { readRooms } from './read-rooms.ts';
import { readAcres, readLivingArea } from './read-sizes.ts';
import { readYearBuilt } from './read-year.ts';

export type FactsText = {
  title: string;
  details: string;
  propertyType: string | null;
  given?: GivenFields | undefined;
};

const maxTextLength = 5000;
const joinTexts = ({ title, details }: FactsText) => `${title}\n${details.slice(0, maxTextLength)}`;
const isLand = ({ propertyType }: FactsText) => propertyType === 'raw land';

/** The figures of a listing: those that its source gave, the others as its text tells them. Raw land has only a size. */
export function readFacts(listing: FactsText): PropertyFacts {
  const text = joinTexts(listing);
  const acres = readAcres(text, isLand(listing));
  const facts: PropertyFacts = isLand(listing)
    ? { beds: null, baths: null, livingArea: null, acres, yearBuilt: null }
    : { ...readRooms(text), livingArea: readLivingArea(text), acres, yearBuilt: readYearBuilt(text) };
  for (const name of factNames) facts[name] = findGiven(listing, name) ?? facts[name];
  return facts;
}

/** The figures and the street line of a listing. */
export function readListingText(listing: FactsText): { facts: PropertyFacts; address: string | null } {
  return { facts: readFacts(listing), address: readStreetLine({ ...listing, given: listing.given?.address }) };
}

/** Of these figures the one that a price is divided by: the acres of raw land, else the living area. */
export function readSize(listing: FactsText): Fact {
  if (isLand(listing)) return findGiven(listing, 'acres') ?? readAcres(joinTexts(listing), true);
  return findGiven(listing, 'livingArea') ?? readLivingArea(joinTexts(listing));
}

function findGiven({ given }: FactsText, name: FactName): Fact {
  const value = given?.[name];
  return value === undefined ? null : { value, quote: `${factLabels[name]}: ${value}` };
}
