import type { DeleteAccountRequest } from '#domain/account-data/contract.ts';
import { userPaths } from '#domain/user/paths.contract.ts';
import { getText } from '#web/lib/api/api.ts';
import type { Mutation } from '#web/lib/hooks/use-user-action.ts';
import { deleteAccount } from '#web/lib/session/session.ts';
import { clearSession } from '#web/lib/session/sign-out.ts';

/** All that the server holds on the user, as JSON. */
export const downloadOwnData: Mutation<void, string> = {
  send: () => getText(userPaths.ownData, new AbortController().signal),
};

export const deleteOwnAccount: Mutation<DeleteAccountRequest, void> = { send: deleteAccount, update: clearSession };
