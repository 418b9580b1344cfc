import type { PropertyType } from '#domain/listing/contract.ts';
import values from './property-types.json' with { type: 'json' };

/** What a source's own field says: one of the four types, none of them, or a property of another kind. */
export type StatedType = PropertyType | 'reject' | 'review';

const table = values.map(({ type, phrase }) => ({
  type: type as StatedType,
  words: new RegExp(`(?<![a-z])(?:${phrase})(?![a-z])`),
}));

/** 'mobileHome', 'LotsLand' and 'RES_VAC' as words. */
const toWords = (value: string) =>
  value
    .replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ')
    .replaceAll(/[^a-z0-9]+/gi, ' ')
    .trim()
    .toLowerCase();

/** The type that the value of a field means; null where it says nothing ('Other', 'N/A', a name that is not known). */
export function parsePropertyType(value: string): StatedType | null {
  const text = toWords(value);
  return table.find(({ words }) => words.test(text))?.type ?? null;
}

/** 'Type: Land', 'prop_type=VACANT_LAND': the value of such a label in a text. */
const label =
  /(?<![a-z])(?:property |prop |listing |home |re )?(?:type|class|category|land use|use)\s?[:=]\s?([a-z][a-z/ ]{1,30})/g;

/** The type that a label in a normalized text states, and its words. */
export function findStatedType(text: string): { type: StatedType; quote: string } | null {
  for (const { 0: whole, 1: value = '' } of text.matchAll(label)) {
    const type = parsePropertyType(value.split(/\s(?:beds?|baths?|addr|sq)\b/)[0] ?? '');
    if (type !== null) return { type, quote: whole.trim() };
  }
  return null;
}
