/** Stream `announcement`; `message` is HTML, sanitized before it was written. */
export type AnnouncementEvent = { type: 'AnnouncementPublished'; data: { message: string } };
