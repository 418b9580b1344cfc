import { announcementStream } from '#domain/event-catalog/streams.ts';
import { announcementBody, announcementPaths } from '#domain/announcement/contract.ts';
import { announcement } from '#domain/announcement/decider.ts';
import { findLatestAnnouncement } from '#projections/announcement.ts';
import type { ViewReader } from '#projections/store/port.ts';
import type { CommandDeps } from '#server/platform/commands/command-handler.ts';
import { type Route, route } from '#server/platform/http/routing/route.ts';

export type AnnouncementDeps = CommandDeps & {
  views: ViewReader;
};

/** The announcement to all users, and how a full admin changes it. */
export function announcementRoutes({ views, handle, waitForProjections }: AnnouncementDeps): Route[] {
  const { latest, publish } = announcementPaths;

  return [
    route({ method: 'get', path: latest, access: 'signed-in', status: 200, isShared: true }, () =>
      findLatestAnnouncement(views),
    ),

    route(
      { method: 'post', path: publish, access: 'full-admin', status: 200, body: announcementBody },
      async ({ body, sender }) => {
        const { sanitizeAnnouncement } = await import('./sanitize.ts'); // rarely needed, and slow to load
        const message = sanitizeAnnouncement(body.message);
        const { position } = await handle(
          announcement,
          announcementStream,
          { type: 'Publish', data: { message } },
          sender,
        );
        await waitForProjections(position);
        return { message };
      },
    ),
  ];
}
