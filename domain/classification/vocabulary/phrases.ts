import { createPhraseIndex } from '#domain/text/phrase-index.ts';
import lists from './lists.json' with { type: 'json' };
import phrases from './phrases.json' with { type: 'json' };

/** What a phrase says about the offer; the keys of phrases.json. */
export type Sense = keyof typeof phrases;

type Table<Sense extends string, Row> = Record<Sense, Row[]>;

/** `{maker}` in a phrase stands for any word of that list. */
const expandPhrase = (phrase: string): string =>
  Object.entries(lists).reduce((text, [name, words]) => text.replaceAll(`{${name}}`, `(?:${words})`), phrase);

/** The table with the words of lists.json in its phrases. */
export function expandLists<Sense extends string, Row extends { phrase: string }>(
  table: Table<Sense, Row>,
): Table<Sense, Row> {
  const entries = Object.entries<Row[]>(table).map(([sense, rows]) => [
    sense,
    rows.map((row) => ({ ...row, phrase: expandPhrase(row.phrase) })),
  ]);
  return Object.fromEntries(entries) as Table<Sense, Row>; // its keys are those of the table
}

export const findSenses = createPhraseIndex(expandLists(phrases));

/**
 * In each layer a word is read once, as part of its longest phrase: 'tiny house plans' is no house, and 'storage condo'
 * no condo. Phrases of different layers may share words.
 */
export const layers: Record<Sense, string> = {
  house: 'noun',
  home: 'noun',
  rooms: 'noun',
  mobile: 'noun',
  tiny: 'noun',
  land: 'noun',
  landWeak: 'noun',
  rv: 'noun',
  goods: 'noun',
  kit: 'noun',
  interest: 'noun',
  space: 'noun',
  business: 'noun',
  commercial: 'noun',
  park: 'noun',
  codeHouse: 'noun',
  codeMobile: 'noun',
  codeLand: 'noun',
  codeOther: 'noun',
  none: 'noun',
  rent: 'renting',
  rentHint: 'renting',
  amenity: 'renting',
  rentToOwn: 'renting',
  rentedOut: 'renting',
  wanted: 'wanting',
  buyer: 'wanting',
  service: 'service',
  sale: 'sale',
  part: 'part',
  mobileHint: 'mobileHint',
  landTrait: 'landTrait',
  rvPart: 'rvPart',
  sold: 'sold',
  vague: 'vague',
  bare: 'facts',
  built: 'facts',
  siteBuilt: 'siteBuilt',
  large: 'large',
  legal: 'legal',
  several: 'several',
};
