import type { Position } from '#domain/shared/decider.ts';
import type { StoredEvent } from '#server/platform/event-store/port.ts';
import { findStreamOwner, listRelatedUsers } from './related-users.ts';
import { describeEvent } from './describe-event.ts';
import { extractTexts } from './searchable-text.ts';

/**
 * The searched text of an event, in lower case: users by id only, a sentence without names, and every text of its data
 * that is not personal. Nothing has to be removed from it when a user is deleted.
 */
export type IndexLine = {
  position: Position;
  at: number;
  people: string[];
  stream: string;
  type: string;
  text: string;
};

export function toIndexLine(event: StoredEvent, titleOf: (listingId: string) => string): IndexLine {
  const { position, stream, type, metadata } = event;
  const sentence = normalizeForSearch(describeEvent(event, { user: () => '', listing: titleOf, member: () => '' }));
  return {
    position,
    at: Date.parse(metadata.at) || 0,
    people: [...listRelatedUsers(event)].map(normalizeForSearch),
    stream: normalizeForSearch(stream),
    type: normalizeForSearch(type),
    text: [sentence, ...listFurtherTexts(event, sentence)].join(' '),
  };
}

/** The texts that are not in the sentence already. */
function listFurtherTexts(event: StoredEvent, sentence: string): string[] {
  const texts = new Set(extractTexts(event).map(normalizeForSearch));
  return [...texts].filter((text) => text !== '' && !sentence.includes(text));
}

/** Normalized for comparison. */
export function normalizeForSearch(text: string): string {
  return text.replace(/\s+/g, ' ').trim().toLowerCase();
}

/** One line of text; its parts hold no tab. A user named by the stream is not named twice. */
export function serializeLine({ position, at, people, stream, type, text }: IndexLine): string {
  const owner = findStreamOwner(stream);
  const ids = people.filter((id) => id !== owner).map((id) => id.replaceAll(' ', '_'));
  return `${position}\t${at}\t${ids.join(' ')}\t${stream}\t${type}\t${text}`;
}

export function parseLine(line: string): IndexLine {
  const [position = '', at = '', ids = '', stream = '', type = '', text = ''] = line.split('\t');
  const owner = findStreamOwner(stream);
  const people = [...ids.split(' '), ...(owner === null ? [] : [owner])];
  return { position: Number(position) as Position, at: Number(at), people, stream, type, text };
}
