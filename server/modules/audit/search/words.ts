import { erased, personalOf, withoutPersonal } from '#domain/event-catalog/personal.ts';
import type { StoredEvent } from '#server/platform/event-store/port.ts';

/** What names people, listings and the like by their ids: these are found by person and stream. `sealed` is for nobody. */
const ids = new Set([
  ...['userId', 'userIds', 'members', 'listingId', 'visitId', 'ids', 'noteId', 'importId', 'letterId', 'sealed'],
]);

/** Times are found by their own filter. */
const time = /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/;

/**
 * Every text in an event's data, wherever it stands, but what is personal: that is left out whether or not it was
 * sealed, so that nothing has to be taken out when somebody is forgotten.
 */
export function textsIn(event: StoredEvent): string[] {
  const personal = personalOf(event);
  const texts: string[] = [];
  collect(personal === null ? event.data : withoutPersonal(event.data, personal.hidden), texts);
  return event.type === 'AnnouncementPublished' ? texts.map(withoutTags) : texts;
}

function collect(value: unknown, texts: string[]): void {
  if (typeof value === 'string') {
    if (isText(value)) texts.push(value);
  } else if (Array.isArray(value)) {
    for (const one of value) collect(one, texts);
  } else if (typeof value === 'object' && value !== null) {
    for (const [name, inner] of Object.entries(value)) if (!ids.has(name)) collect(inner, texts);
  }
}

function isText(value: string): boolean {
  return value !== '' && value !== erased && !time.test(value);
}

/** As members read it. */
function withoutTags(html: string): string {
  return html.replace(/<[^>]*>/g, ' ');
}
