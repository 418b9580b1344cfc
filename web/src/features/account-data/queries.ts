import {
  accountDataEndpoints,
  type AccountDataExport,
  type DeleteAccountRequest,
} from '#domain/account-data.contract.ts';
import { call } from '#web/lib/api/api.ts';
import type { Mutation } from '#web/lib/hooks/use-user-action.ts';
import { clearSession, deleteAccount } from '#web/lib/session/sign-out.ts';

/** All that the server holds on the user. */
export const downloadOwnData: Mutation<void, AccountDataExport> = {
  send: () => call(accountDataEndpoints.downloadOwnData),
};

export const deleteOwnAccount: Mutation<DeleteAccountRequest, void> = { send: deleteAccount, update: clearSession };
