import type { AnnouncementView } from '#domain/announcement/contract.ts';
import type { Projection } from './projection.ts';
import type { ViewReader } from './store/port.ts';

/** The current announcement; `message` is HTML, sanitized, '' where it was removed. */
export type AnnouncementDoc = { id: 'latest'; message: string; publishedAt: string };

const id = 'latest';

export const announcements: Projection<'AnnouncementPublished', AnnouncementDoc> = {
  view: 'announcement',
  version: 1,
  indexes: [],
  handles: ['AnnouncementPublished'],
  idsOf: () => [id],
  evolve: (_doc, { data, metadata }) => ({ id, message: data.message, publishedAt: metadata.at }),
};

export async function findLatestAnnouncement(views: ViewReader): Promise<AnnouncementView> {
  const doc = await views.get<AnnouncementDoc>(announcements.view, id);
  return { message: doc?.message ?? '' };
}
