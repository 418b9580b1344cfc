import { expect, it } from 'vitest';
import { announcements } from './announcement.ts';
import { type Fact, projectView } from './testing/project-view.ts';

const published = (message: string, at: string): Fact => ({ type: 'AnnouncementPublished', data: { message }, at });

it('The announcement view holds the latest announcement, and when it was published', () => {
  const docs = projectView(announcements, [
    published('<p>Old</p>', '2026-03-01T12:00:00.000Z'),
    published('<p>New</p>', '2026-03-02T12:00:00.000Z'),
  ]);
  expect([...docs.values()]).toEqual([
    { id: 'latest', message: '<p>New</p>', publishedAt: '2026-03-02T12:00:00.000Z' },
  ]);
});

it('The announcement view holds an empty announcement, which removes the previous one', () => {
  const docs = projectView(announcements, [
    published('<p>Old</p>', '2026-03-01T12:00:00.000Z'),
    published('', '2026-03-02T12:00:00.000Z'),
  ]);
  expect(docs.get('latest')?.message).toBe('');
});
