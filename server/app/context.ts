import type { Logger } from 'pino';
import type { Position } from '#domain/shared/decider.ts';
import type { Documents, Leases, ViewReader } from '#projections/store/port.ts';
import type { Clock } from '#server/lib/clock.ts';
import type { Config } from '#server/platform/config/config.ts';
import type { TemporaryPasswords } from '#server/modules/users/passwords/temporary.ts';
import type { Vault } from '#server/modules/users/passwords/vault.ts';
import type { EventStore } from '#server/platform/event-store/port.ts';
import type { Handle } from '#server/platform/commands/handle.ts';
import type { HistoryDesk } from '#server/modules/audit/desk.ts';
import type { Limits } from '#server/platform/http/middleware/limits.ts';
import type { Sessions } from '#server/platform/http/session/sessions.ts';
import type { Past } from '#server/modules/alerts/listings/past.ts';
import type { Forgetting } from '#server/modules/privacy/forgetting.ts';
import type { SubjectKeys } from '#server/platform/encryption/subject-keys.ts';
import type { Push } from '#server/modules/alerts/push/subscriptions.ts';
import type { Passes } from '#server/modules/sources/registry/passes.ts';
import type { Sources } from '#server/modules/sources/registry/sources.ts';
import type { FormTokens } from '#server/modules/intake/owner-offers/form-tokens.ts';
import type { Sellers } from '#server/modules/intake/owner-offers/sellers.ts';
import type { MembersOfThePast } from '#server/modules/audit/point-in-time/member-tables/members.ts';
import type { Emails } from '#server/modules/users/accounts/emails.ts';
import type { PasswordRequests } from '#server/modules/users/accounts/forgot-password.ts';

/** Everything that a route may reach, built once in start.ts and passed down. */
export type Context = {
  config: Config;
  clock: Clock;
  log: Logger;
  events: EventStore;
  /** Streams as they lie on disk, with what is sealed. */
  stored: Pick<EventStore, 'read'>;
  views: ViewReader;
  documents: Documents;
  /** Turns that all processes of the installation know of. */
  leases: Leases;
  vault: Vault;
  temporaryPasswords: TemporaryPasswords;
  passwordRequests: PasswordRequests;
  emails: Emails;
  sessions: Sessions;
  limits: Limits;
  handle: Handle;
  /** The history for auditors. */
  desk: HistoryDesk;
  past: Past;
  passes: Passes;
  sources: Sources;
  sellers: Sellers;
  formTokens: FormTokens;
  membersOfThePast: MembersOfThePast;
  push: Push;
  subjectKeys: SubjectKeys;
  forgetting: Forgetting;
  /** Resolves once the views have applied `position`, or after 2 s. */
  caughtUp: (position: Position) => Promise<void>;
};
