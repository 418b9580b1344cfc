import { erasedText, extractPersonalData, erasePersonalData } from '#domain/event-catalog/personal-data.ts';
import type { AnyEvent } from '#domain/shared/decider.ts';

/** Ids of people, listings and the like: these are found by person and stream. `sealed` is never searched. */
const idFields = new Set([
  'userId',
  'userIds',
  'members',
  'listingId',
  'visitId',
  'ids',
  'noteId',
  'adminNoteId',
  'importId',
  'letterId',
  'sealed',
]);

/** Times have a filter of their own. */
const timePattern = /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/;

/**
 * Every text in an event's data, at any depth, except personal data: that is left out whether or not it was encrypted,
 * so that nothing has to be removed when a user is erased.
 */
export function extractTexts(event: AnyEvent): string[] {
  const personal = extractPersonalData(event);
  const texts: string[] = [];
  collectTexts(personal === null ? event.data : erasePersonalData(event.data, personal.fields), texts);
  return event.type === 'AnnouncementPublished' ? texts.map(stripTags) : texts;
}

function collectTexts(value: unknown, texts: string[]): void {
  if (typeof value === 'string') {
    if (isText(value)) texts.push(value);
  } else if (Array.isArray(value)) {
    for (const one of value) collectTexts(one, texts);
  } else if (typeof value === 'object' && value !== null) {
    for (const [name, inner] of Object.entries(value)) if (!idFields.has(name)) collectTexts(inner, texts);
  }
}

function isText(value: string): boolean {
  return value !== '' && value !== erasedText && !timePattern.test(value);
}

/** The text as members read it. */
function stripTags(html: string): string {
  return html.replace(/<[^>]*>/g, ' ');
}
