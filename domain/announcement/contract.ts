import * as z from 'zod';

export const maxAnnouncementLength = 20_000;

/** What `POST /api/admin/announcements` takes: HTML, sanitised before it is kept. An empty one: no announcement. */
export const announcementBody = z.object({
  message: z
    .string('Message must be text')
    .max(maxAnnouncementLength, 'An announcement must be at most 20,000 characters'),
});

/** What both announcement paths answer, and the socket sends as `announcement`; '' where there is none. */
export const announcementView = z.object({ message: z.string() });
export type AnnouncementView = z.infer<typeof announcementView>;

export const announcementPaths = {
  latest: '/api/announcements/latest',
  publish: '/api/admin/announcements',
} as const;
