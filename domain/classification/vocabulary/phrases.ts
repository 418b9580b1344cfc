import { createPhraseIndex } from '#domain/text/phrase-index.ts';
import { expandLists } from './expand-lists.ts';
import phrases from './phrases.json' with { type: 'json' };

/** What a phrase says about the offer; the keys of phrases.json. */
export type Sense = keyof typeof phrases;

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
