import { capital } from './capital.ts';

const spoken: Partial<Record<string, string>> = { zipCode: 'ZIP code', imageUrl: 'picture link', propertyType: 'type' };

/** What the server says against a field, as a sentence for beside it: fields go by their labels, not by their names. */
export function fieldRefusal(refusal: string): string {
  const text = refusal.replaceAll(/\b(?:zipCode|imageUrl|propertyType)\b/g, (name) => spoken[name] ?? name);
  return capital(text);
}
