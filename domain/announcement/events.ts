/** Stream `announcement`; `message` is HTML, sanitised before it was written. */
export type AnnouncementEvent = { type: 'AnnouncementPublished'; data: { message: string } };
