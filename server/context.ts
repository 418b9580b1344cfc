import type { Logger } from 'pino';
import type { Position } from '#domain/decider.ts';
import type { Documents, ViewReader } from '#projections/store/port.ts';
import type { Clock } from './clock.ts';
import type { Config } from './config.ts';
import type { Vault } from './credentials/vault.ts';
import type { EventStore } from './event-store/port.ts';
import type { Handle } from './handle.ts';

/** Everything that a route may reach, built once in main.ts and passed down. */
export type Context = {
  config: Config;
  clock: Clock;
  log: Logger;
  events: EventStore;
  views: ViewReader;
  documents: Documents;
  vault: Vault;
  handle: Handle;
  /** Resolves once the views have applied `position`, or after 2 s. */
  caughtUp: (position: Position) => Promise<void>;
};
