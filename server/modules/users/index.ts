export type { EnsureOneFullAdmin } from './administration/last-admin.ts';
export { toListOptions } from './administration/user-routes.ts';
export type { Credentials } from './accounts/credentials.ts';
export { findCurrentUser, isDeleted, loadUserFromEvents } from './accounts/current-user.ts';
export {
  type EmailChangeId,
  type EmailReversal,
  findReversibleChange,
} from './accounts/email-reversal.ts';
export type { EmailRegistry } from './accounts/email-registry.ts';
export type { PasswordRequests } from './accounts/forgot-password.ts';
export type { TemporaryPasswords } from './passwords/temporary-passwords.ts';
export type { Vault } from './passwords/vault.ts';
export { explainPriceLimit } from './accounts/profile-routes.ts';
export { describePlace } from './sessions/read-origin.ts';
