import { announcementStream } from '#domain/event-catalog/streams.ts';
import { announcementEndpoints } from '#domain/announcement/contract.ts';
import { announcement } from '#domain/announcement/decider.ts';
import { findLatestAnnouncement } from '#projections/announcement.ts';
import type { ViewReader } from '#projections/store/port.ts';
import type { CommandHandler } from '#server/platform/commands/command-handler.ts';
import { type Route, route } from '#server/platform/http/routing/route.ts';

export type AnnouncementDeps = { views: ViewReader; handle: CommandHandler };

/** The announcement to all users, and how a full admin changes it. */
export function announcementRoutes({ views, handle }: AnnouncementDeps): Route[] {
  return [
    route(announcementEndpoints.getLatestAnnouncement, () => findLatestAnnouncement(views)),

    route(announcementEndpoints.publishAnnouncement, async ({ body, sender }) => {
      const { sanitizeAnnouncement } = await import('./sanitize.ts'); // rarely needed, and slow to load
      const message = sanitizeAnnouncement(body.message);
      await handle(announcement, announcementStream, { type: 'Publish', data: { message } }, sender);
      return { message };
    }),
  ];
}
