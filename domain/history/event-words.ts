import type { AnyEvent } from '#domain/shared/decider.ts';
import { describeEvent } from './describe-event.ts';
import { listRelatedUsers } from './related-users.ts';
import { extractTexts } from './searchable-text.ts';

/** A UUID is one word; any other text is split into runs of letters and digits. */
const wordPattern = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}|[\p{L}\p{N}]+/gu;

/** The words of a text, in lower case and without accents. */
export function splitWords(text: string): string[] {
  const plain = text.toLowerCase().normalize('NFKD').replace(/\p{M}/gu, '');
  return plain.match(wordPattern) ?? [];
}

/** Words that stand for the properties of an event: none begins with a letter or a digit, as words of texts do. */
export const propertyWords = {
  person: (id: string) => `@${toProperty(id)}`,
  type: (type: string) => `#${toProperty(type)}`,
  /** Also for the beginning of its name. */
  stream: (stream: string) => `/${toProperty(stream)}`,
  correlation: (id: string) => `~${toProperty(id)}`,
};

function toProperty(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}_.:-]/gu, '_');
}

const noNames = { user: () => '', listing: () => '', member: () => '' };

/**
 * The words by which a stored event is found: its properties, its sentence without names, and every text of its data that
 * is not personal. Nothing has to be removed from them when a user is deleted.
 */
export function listEventWords(event: AnyEvent): string[] {
  const { stream, type, metadata } = event;
  const words = new Set([propertyWords.type(type), propertyWords.stream(stream)]);
  words.add(propertyWords.correlation(metadata.correlationId));
  for (const id of listRelatedUsers(event)) words.add(propertyWords.person(id));
  const texts = [type, stream, describeEvent(event, noNames), ...extractTexts(event)];
  for (const word of splitWords(texts.join('\n'))) words.add(word);
  return [...words];
}
