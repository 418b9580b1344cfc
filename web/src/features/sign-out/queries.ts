import type { Mutation } from '#web/lib/hooks/use-user-action.ts';
import { clearSession, signOut } from '#web/lib/session/sign-out.ts';

export const leave: Mutation<void, void> = { send: signOut, update: clearSession };
