import type { Logger } from 'pino';
import type { Position } from '#domain/decider.ts';
import type { Documents, Leases, ViewReader } from '#projections/store/port.ts';
import type { Clock } from './time/clock.ts';
import type { Config } from './config.ts';
import type { TemporaryPasswords } from './credentials/temporary.ts';
import type { Vault } from './credentials/vault.ts';
import type { EventStore } from './event-store/port.ts';
import type { Handle } from './handle.ts';
import type { HistoryDesk } from './history/desk.ts';
import type { Limits } from './http/limits.ts';
import type { Sessions } from './http/sessions.ts';
import type { Past } from './listings/past.ts';
import type { Forgetting } from './privacy/forgetting.ts';
import type { SubjectKeys } from './privacy/subject-keys.ts';
import type { Push } from './push/subscriptions.ts';
import type { Passes } from './scout/passes.ts';
import type { Sources } from './scout/sources/sources.ts';
import type { FormTokens } from './sell/form-tokens.ts';
import type { Sellers } from './sell/sellers.ts';
import type { MembersOfThePast } from './time-travel/members.ts';
import type { Emails } from './users/emails.ts';
import type { PasswordRequests } from './users/forgot-password.ts';

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
