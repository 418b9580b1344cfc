import type { Decider } from '#domain/shared/decider.ts';
import type { AnnouncementEvent } from './events.ts';

/** `message` is HTML that was sanitised already. */
export type AnnouncementCommand = { type: 'Publish'; data: { message: string } };

export type AnnouncementState = { message: string };

/** Stream `announcement`: the latest one stands, and an empty one says that there is none. */
export const announcement: Decider<AnnouncementCommand, AnnouncementEvent, AnnouncementState> = {
  decide: ({ data }, { message }) => (data.message === message ? [] : [{ type: 'AnnouncementPublished', data }]),
  evolve: (_state, { data }) => ({ message: data.message }),
  initialState: { message: '' },
};
