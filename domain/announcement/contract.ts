import * as z from 'zod';
import { defineEndpoints } from '#domain/shared/endpoint.contract.ts';
import { cleanForeignText } from '#domain/shared/foreign-text.contract.ts';

export const maxAnnouncementLength = 20_000;

/**
 * Body of `POST /api/admin/announcements`: HTML, sanitized before it is stored. An empty message removes the
 * announcement.
 */
export const announcementBody = z.object({
  message: z
    .string('Message must be text')
    .overwrite(cleanForeignText)
    .max(maxAnnouncementLength, 'An announcement must be at most 20,000 characters'),
});

/** Answer of both announcement paths, also sent through the socket as `announcement`; '' where there is none. */
export const announcementView = z.object({ message: z.string() });
export type AnnouncementView = z.infer<typeof announcementView>;

/** With the addresses of pictures that could not be loaded, where there are any. */
export const publishedAnnouncement = announcementView.extend({ leftOutPictures: z.array(z.string()).optional() });
export type PublishedAnnouncement = z.infer<typeof publishedAnnouncement>;

export const announcementEndpoints = defineEndpoints('Announcements', {
  getLatestAnnouncement: {
    method: 'get',
    path: '/api/announcements/latest',
    access: 'signed-in',
    isShared: true,
    response: announcementView,
  },
  publishAnnouncement: {
    method: 'post',
    path: '/api/admin/announcements',
    access: 'full-admin',
    body: announcementBody,
    response: publishedAnnouncement,
    waitsFor: ['announcement', 'workflow-log'],
  },
});
