import type { Position } from '#domain/shared/decider.ts';
import type { StoredEvent } from '#server/platform/event-store/port.ts';
import { ownerOf, peopleIn } from './people.ts';
import { sentenceOf } from './sentence.ts';
import { textsIn } from './words.ts';

/**
 * What of an event is searched, in lower case: who it is about by ids alone, a sentence without names, and every text
 * of its data that is not personal. Nothing has to be taken out of here when a user is deleted.
 */
export type Line = { position: Position; at: number; people: string[]; stream: string; type: string; text: string };

export function lineOfEvent(event: StoredEvent, titleOf: (listingId: string) => string): Line {
  const { position, stream, type, metadata } = event;
  const sentence = plain(sentenceOf(event, { user: () => '', listing: titleOf }));
  return {
    position,
    at: Date.parse(metadata.at) || 0,
    people: [...peopleIn(event)].map(plain),
    stream: plain(stream),
    type: plain(type),
    text: [sentence, ...further(event, sentence)].join(' '),
  };
}

/** What the sentence does not say already. */
function further(event: StoredEvent, sentence: string): string[] {
  const texts = new Set(textsIn(event).map(plain));
  return [...texts].filter((text) => text !== '' && !sentence.includes(text));
}

/** In the form in which texts are compared. */
export function plain(text: string): string {
  return text.replace(/\s+/g, ' ').trim().toLowerCase();
}

/** One line of text; the parts that it is made of hold no tab. Whom the stream names is not named twice. */
export function written({ position, at, people, stream, type, text }: Line): string {
  const owner = ownerOf(stream);
  const ids = people.filter((id) => id !== owner).map((id) => id.replaceAll(' ', '_'));
  return `${position}\t${at}\t${ids.join(' ')}\t${stream}\t${type}\t${text}`;
}

export function readLine(line: string): Line {
  const [position = '', at = '', ids = '', stream = '', type = '', text = ''] = line.split('\t');
  const owner = ownerOf(stream);
  const people = [...ids.split(' '), ...(owner === null ? [] : [owner])];
  return { position: Number(position) as Position, at: Number(at), people, stream, type, text };
}
