import type { Decider } from '#domain/shared/decider.ts';
import type { AccessEvent } from './events.ts';

export type AccessCommand =
  | { type: 'SignIn'; data: { userId: string } }
  | { type: 'SignOut'; data: { userId: string } };

/**
 * Stream `access-<userId>`. A user may be signed in on several devices, so that each sign-in is an event of its own.
 */
export const access: Decider<AccessCommand, AccessEvent, null> = {
  decide: ({ type, data }) => [{ type: type === 'SignIn' ? 'SignedIn' : 'SignedOut', data }],
  evolve: () => null,
  initialState: null,
};
