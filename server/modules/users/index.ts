export type { KeepAnAdmin } from './administration/last-admin.ts';
export { idIn, listOf, usersQuery } from './administration/user-routes.ts';
export type { Credentials } from './accounts/credentials.ts';
export { currentUser, isDeleted } from './accounts/current-user.ts';
export type { CommandDeps } from './accounts/deps.ts';
export type { Emails } from './accounts/emails.ts';
export type { PasswordRequests } from './accounts/forgot-password.ts';
export type { TemporaryPasswords } from './passwords/temporary.ts';
export type { Vault } from './passwords/vault.ts';
