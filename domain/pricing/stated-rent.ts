const amount = String.raw`\$? ?(\d{1,2},\d{3}|\d{3,4})(?![\d,]*\d|\.\d{3}| ?(?:sf|sq|ft|acres?|down))`;
const perMonth = String.raw`\s?(?:/|per|a|each)?\s?(?:mo|mth|month|monthly|mes)(?!\w)`;
const patterns = [
  new RegExp(
    String.raw`(?<!\w)(?:rent|fee|lease|renta|rents|rented|leased|pays)(?: (?:is|of|only|just|about|currently|for|at|the|on|space|lot|de|espacio|spot)){0,3}\s?[:=]?\s?${amount}`,
    'g',
  ),
  new RegExp(String.raw`${amount}${perMonth}`, 'g'),
];

/** The rents of a month that a normalized text states, in dollars; it may be that of a lot or of a tenant. */
export const findStatedRents = (text: string): number[] =>
  patterns.flatMap((pattern) =>
    [...text.matchAll(pattern)].map(([, digits = '']) => Number(digits.replaceAll(',', ''))),
  );

/** A price of at least this number of rents is that of a property. */
const minRents = 5;

/** What the price is beside the rents that are stated: one of them, far more, or neither. */
export function compareWithRents(price: number, rents: readonly number[]): 'rent' | 'far more' | 'other' {
  if (rents.includes(price)) return 'rent';
  return price >= minRents * Math.max(...rents) ? 'far more' : 'other';
}
