import { expect, it } from 'vitest';
import { announcementBody } from '#domain/announcement/contract.ts';
import { intakeItem } from '#domain/listing/contract.ts';
import { withdrawBody } from '#domain/listing/found-listings.contract.ts';
import { marksBody } from '#domain/listing/marks.contract.ts';
import { listingsBody } from '#domain/user/admin.contract.ts';
import { visitBody } from '#domain/visit/contract.ts';
import { workflowLogBody } from '#domain/workflow-log/contract.ts';

const hidden = '\u0000\u0007\u001B\u007F\u0085\u200F\u061C\u202E\u2066\uD800';
const dirty = `${hidden}Sunny${hidden}\r\n\tlot ${hidden}\uD83C\uDFE1`;
const lines = 'Sunny\n\tlot \uD83C\uDFE1';
const line = 'Sunny lot \uD83C\uDFE1';
const link = 'https://example.com/1';

it.each([
  ['the note on a listing', () => marksBody.parse({ note: dirty }).note, lines],
  ['the message of an announcement', () => announcementBody.parse({ message: dirty }).message, lines],
  ['the details of a log entry', () => readEntry(dirty).details, lines],
  ['the details of a listing', () => intakeItem.parse({ title: 'Lot', link, details: dirty }).details, lines],
  ['the title of a listing', () => intakeItem.parse({ title: dirty, link }).title, line],
  ['the reason of a withdrawal', () => withdrawBody.parse({ reason: dirty }).reason, line],
  [
    'the title of a saved listing',
    () => listingsBody.parse({ recentListings: [{ title: dirty }] }).recentListings[0]?.title,
    line,
  ],
  ['the referrer of a visit', () => visitBody.parse({ referrer: dirty })?.referrer, line],
])('No control, mark of direction or half of a character is left in %s', (_field, read, expected) => {
  expect(read()).toBe(expected);
});

it('A note of nothing else is empty', () => {
  expect(marksBody.parse({ note: ` ${hidden}\n${hidden}` })).toEqual({ note: '' });
});

function readEntry(details: string) {
  return workflowLogBody.parse({ log: { action: 'Call', details } }).log;
}
