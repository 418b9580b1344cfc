import type { Decider } from '#domain/shared/decider.ts';
import type { AccessEvent } from './events.ts';

export type AccessCommand =
  | { type: 'SignIn'; data: { userId: string } }
  | { type: 'SignOut'; data: { userId: string } };

/** Stream `access-<userId>`. A user may be signed in at several places, so that each one is a fact of its own. */
export const access: Decider<AccessCommand, AccessEvent, null> = {
  decide: ({ type, data }) => [{ type: type === 'SignIn' ? 'SignedIn' : 'SignedOut', data }],
  evolve: () => null,
  initialState: null,
};
