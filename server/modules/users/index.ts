export type { KeepAnAdmin } from './administration/last-admin.ts';
export { idIn, listOf, usersQuery } from './administration/user-routes.ts';
export type { Credentials } from './credentials.ts';
export { currentUser, isDeleted } from './current-user.ts';
export type { CommandDeps } from './deps.ts';
export type { Emails } from './emails.ts';
export type { PasswordRequests } from './forgot-password.ts';
export type { TemporaryPasswords } from './passwords/temporary.ts';
export type { Vault } from './passwords/vault.ts';
