import { announcementStream } from '#domain/event-catalog/streams.ts';
import { announcementEndpoints } from '#domain/announcement/contract.ts';
import { announcement } from '#domain/announcement/decider.ts';
import { findLatestAnnouncement } from '#projections/announcement.ts';
import { createKeyedMutex } from '#server/lib/keyed-mutex.ts';
import type { Pictures } from '#server/modules/pictures/index.ts';
import { openPictureFetcher } from '#server/modules/sources/index.ts';
import { type Route, route } from '#server/platform/http/routing/route.ts';
import type { Platform } from '#server/platform/modules/platform.ts';

export type AnnouncementDeps = Pick<Platform, 'views' | 'handle'> & {
  pictures: Pick<Pictures, 'addAnnounced' | 'keepAnnounced'>;
};

/** The announcement to all users, and how a full admin changes it. */
export function announcementRoutes({ views, handle, pictures }: AnnouncementDeps): Route[] {
  const announcementMutex = createKeyedMutex();
  return [
    route(announcementEndpoints.getLatestAnnouncement, () => findLatestAnnouncement(views)),

    route(announcementEndpoints.publishAnnouncement, async ({ body, sender }) => {
      // Rarely needed, and slow to load.
      const [{ sanitizeAnnouncement }, { embedPictures }] = await Promise.all([
        import('./sanitize.ts'),
        import('./embed-pictures.ts'),
      ]);
      const safe = sanitizeAnnouncement(body.message);
      return announcementMutex(announcementStream, async () => {
        const embedded = await embedPictures({ pictures, openFetcher: openPictureFetcher }, safe);
        const [message, { leftOutPictures, pictureIds }] = [sanitizeAnnouncement(embedded.message), embedded];
        await handle(announcement, announcementStream, { type: 'Publish', data: { message } }, sender);
        // The pictures of the announcement before are needed until this one is published.
        await pictures.keepAnnounced(pictureIds);
        return { message, ...(leftOutPictures.length > 0 && { leftOutPictures }) };
      });
    }),
  ];
}
