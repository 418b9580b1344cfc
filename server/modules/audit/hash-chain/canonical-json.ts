/**
 * JSON as RFC 8785 defines it: names sorted by their UTF-16 units, no whitespace, numbers and texts as ECMAScript
 * writes them. For values that were parsed from JSON.
 */
export function canonicalizeJson(value: unknown): string {
  if (typeof value === 'string') return serializeText(value);
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  return Array.isArray(value) ? serializeList(value) : serializeObject(value);
}

/** Most texts need no escape, and checking is cheaper than escaping. */
const plainTextPattern = /^[\x20\x21\x23-\x5b\x5d-\x7e]*$/;

function serializeText(text: string): string {
  return plainTextPattern.test(text) ? `"${text}"` : JSON.stringify(text);
}

function serializeList(list: readonly unknown[]): string {
  let text = '[';
  for (let index = 0; index < list.length; index += 1) text += (index === 0 ? '' : ',') + canonicalizeJson(list[index]);
  return `${text}]`;
}

function serializeObject(value: object): string {
  const names = Object.keys(value);
  if (names.length > 1) names.sort();
  let text = '{';
  for (const name of names) {
    // The keys are the object's own, and values parsed from JSON have no accessors.
    const inner = (value as Record<string, unknown>)[name];
    text += `${text.length === 1 ? '' : ','}${serializeText(name)}:${canonicalizeJson(inner)}`;
  }
  return `${text}}`;
}
