import type { Decider } from '#domain/shared/decider.ts';
import type { InstallationEvent } from './events.ts';

export type Installation = InstallationEvent['data'];
export type InstallationCommand = { type: 'CreateInstallation'; data: Installation };

/** A log belongs to one installation for ever: a second command changes nothing. */
export const installation: Decider<InstallationCommand, InstallationEvent, Installation | null> = {
  decide: ({ data }, existing) => (existing === null ? [{ type: 'InstallationCreated', data }] : []),
  evolve: (_existing, { data }) => data,
  initialState: null,
};
