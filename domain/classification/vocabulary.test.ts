import { describe, expect, it } from 'vitest';
import { createPhraseIndex } from '#domain/text/phrase-index.ts';
import { isDenied } from '#domain/text/phrase-matcher.ts';
import { parsePropertyType } from './vocabulary/property-type.ts';
import { expandLists } from './vocabulary/phrases.ts';
import phrases from './vocabulary/phrases.json' with { type: 'json' };
import propertyTypes from './vocabulary/property-types.json' with { type: 'json' };
import signals from './vocabulary/signals.json' with { type: 'json' };

const rows = Object.entries(expandLists({ ...phrases, ...signals })).flatMap(([sense, table]) =>
  table.map((row) => ({ sense, ...row })),
);

/** Whether a phrase occurs in a text and is not negated there. */
function hasPhrase(phrase: string, text: string): boolean {
  return createPhraseIndex({ row: [{ phrase }] })(text).some(({ at }) => !isDenied(text, at));
}

describe('the vocabulary', () => {
  it('Each phrase is found in its example, and not in its counterexample', () => {
    const wrong = rows.filter(({ phrase, match, not }) => !hasPhrase(phrase, match) || hasPhrase(phrase, not));
    expect(wrong).toEqual([]);
  });

  it.each(propertyTypes)('The field value $match means $type, and $not does not', ({ type, match, not }) => {
    expect(parsePropertyType(match)).toBe(type);
    expect(parsePropertyType(not)).not.toBe(type);
  });

  it.each([
    ['house', 'SFR'],
    ['house', 'Residential - Single Family'],
    ['house', 'MULTI_FAMILY'],
    ['mobile home', 'mobileHome'],
    ['mobile home', 'MFG HOME'],
    ['mobile home', 'Mobile / Manufactured'],
    ['raw land', 'LotsLand'],
    ['raw land', 'vacant_lot'],
    ['raw land', 'RES VAC'],
    ['raw land', 'Farm/Ranch Land'],
    ['tiny home', 'tiny_home'],
    ['review', 'Retail'],
    ['reject', 'Timeshare'],
    [null, 'Other'],
    [null, 'N/A'],
  ])('The field value of %s is read from %s', (type, value) => {
    expect(parsePropertyType(value)).toBe(type);
  });
});
