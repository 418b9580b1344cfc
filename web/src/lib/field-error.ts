import { capitalize } from '#domain/shared/capitalize.contract.ts';

const labelByField: Partial<Record<string, string>> = {
  zipCode: 'ZIP code',
  imageUrl: 'picture link',
  propertyType: 'type',
};

/** The server's error of a field as a sentence shown beside it: with the field's label in place of its name. */
export function formatFieldError(message: string): string {
  const text = message.replaceAll(/\b(?:zipCode|imageUrl|propertyType)\b/g, (name) => labelByField[name] ?? name);
  return capitalize(text);
}

/** The field whose name a refusal of the server begins with; null if it is about none of these. */
export function findNamedField<Name extends string>(refusal: string, names: readonly Name[]): Name | null {
  const [first] = refusal.split(/[\s:]/);
  return names.find((name) => name === first) ?? null;
}
