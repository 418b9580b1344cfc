import { capitalize } from './capitalize.ts';

const labelByField: Partial<Record<string, string>> = {
  zipCode: 'ZIP code',
  imageUrl: 'picture link',
  propertyType: 'type',
};

/** What the server says against a field, as a sentence for beside it: fields go by their labels, not by their names. */
export function formatFieldError(message: string): string {
  const text = message.replaceAll(/\b(?:zipCode|imageUrl|propertyType)\b/g, (name) => labelByField[name] ?? name);
  return capitalize(text);
}
