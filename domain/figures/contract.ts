import * as z from 'zod';

export const factNames = ['beds', 'baths', 'livingArea', 'acres', 'yearBuilt'] as const;
export type FactName = (typeof factNames)[number];

/** A figure of a listing, and the words that tell it; null where none do, or where they contradict each other. */
const fact = z.object({ value: z.number(), quote: z.string() }).nullable();
export type Fact = z.infer<typeof fact>;

/** A half bath counts 0.5; the living area is in square feet. */
export const propertyFacts = z.object({ beds: fact, baths: fact, livingArea: fact, acres: fact, yearBuilt: fact });
export type PropertyFacts = z.infer<typeof propertyFacts>;

/** The fields of a source, as people read them. */
export const factLabels: Record<FactName, string> = {
  beds: 'Beds',
  baths: 'Baths',
  livingArea: 'Living area',
  acres: 'Acres',
  yearBuilt: 'Year built',
};

const toShortText: Record<FactName, (value: number) => string> = {
  beds: (count) => `${count} bd`,
  baths: (count) => `${count} ba`,
  livingArea: (squareFeet) => `${squareFeet.toLocaleString('en-US')} sq ft`,
  acres: (acres) => `${acres.toLocaleString('en-US', { maximumFractionDigits: 2 })} ac`,
  yearBuilt: String,
};

/** '3 bd' and the like, each with its quote; none for a listing that was stored without facts. */
export function listFacts(facts: PropertyFacts | undefined): { says: string; quote: string }[] {
  return factNames.flatMap((name) => {
    const fact = facts?.[name];
    return fact ? [{ says: toShortText[name](fact.value), quote: fact.quote }] : [];
  });
}

/** '3 bd · 1.5 ba · 1,240 sq ft · 0.25 ac · 1962'. */
export function formatFacts(facts: PropertyFacts | undefined): string {
  return listFacts(facts)
    .map(({ says }) => says)
    .join(' · ');
}
