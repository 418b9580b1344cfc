import type { Decider } from '#domain/shared/decider.ts';
import type { AnnouncementEvent } from './events.ts';

/** `message` is HTML that is already sanitized. */
export type AnnouncementCommand = { type: 'Publish'; data: { message: string } };

export type AnnouncementState = { message: string };

/** Stream `announcement`: the latest event is the current one, and an empty message means no announcement. */
export const announcement: Decider<AnnouncementCommand, AnnouncementEvent, AnnouncementState> = {
  decide: ({ data }, { message }) => (data.message === message ? [] : [{ type: 'AnnouncementPublished', data }]),
  evolve: (_state, { data }) => ({ message: data.message }),
  initialState: { message: '' },
};
