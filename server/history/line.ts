import type { Position } from '#domain/decider.ts';
import type { StoredEvent } from '../event-store/port.ts';
import { ownerOf, peopleIn } from './people.ts';
import { sentenceOf } from './sentence.ts';

/**
 * What of an event is searched, in lower case: who it is about by ids alone, a sentence without names, and what
 * was announced. Nothing personal is in here, so that nothing has to be taken out when a user is deleted.
 */
export type Line = { position: Position; at: number; people: string[]; stream: string; type: string; text: string };

/** Words of a person's own may name somebody: they are not searched. */
const ownWords = new Set(['NoteTaken']);

export function lineOfEvent(event: StoredEvent, titleOf: (listingId: string) => string): Line {
  const { position, stream, type, metadata } = event;
  const sentence = ownWords.has(type) ? 'Note taken' : sentenceOf(event, { user: () => '', listing: titleOf });
  return {
    position,
    at: Date.parse(metadata.at) || 0,
    people: [...peopleIn(event)].map(plain),
    stream: plain(stream),
    type: plain(type),
    text: plain(`${sentence} ${announcedIn(event)}`),
  };
}

/** Without its tags, as members read it; '' for any other event. */
function announcedIn({ type, data }: StoredEvent): string {
  if (type !== 'AnnouncementPublished' || typeof data !== 'object' || data === null) return '';
  return 'message' in data && typeof data.message === 'string' ? data.message.replace(/<[^>]*>/g, ' ') : '';
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
