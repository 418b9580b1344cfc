import { systemClock } from './clock.ts';
import type { Config } from './config.ts';
import type { Context } from './context.ts';
import { derivedKey } from './credentials/keys.ts';
import { openTemporaryPasswords } from './credentials/temporary.ts';
import { openVault } from './credentials/vault.ts';
import { generatedKey } from './data-folder.ts';
import { commandHandler } from './handle.ts';
import { noteDurable } from './http/durable.ts';
import { createLimits } from './http/limits.ts';
import { createSessions } from './http/sessions.ts';
import { createPast } from './listings/past.ts';
import { openPush } from './push/subscriptions.ts';
import { createPasses } from './scout/passes.ts';
import { openSources } from './scout/sources/sources.ts';
import type { Stores } from './stores.ts';
import { createMembersOfThePast } from './time-travel/members.ts';
import { createEmails } from './users/emails.ts';
import { openPasswordRequests } from './users/forgot-password.ts';

/** In base64. */
export type Keys = { credentials: string; sessions: string };

/** Those given, or else kept in the data folder and made there at the first start. Throws StartRefused. */
export function keysOf({ dataDir, credentialKey, sessionSecret }: Config): Keys {
  return {
    credentials: credentialKey ?? generatedKey(dataDir, 'credential.key'),
    sessions: sessionSecret ?? generatedKey(dataDir, 'session.key'),
  };
}

type Basis = { config: Config; keys: Keys; stores: Stores } & Pick<Context, 'log' | 'caughtUp'>;

export function createContext({ config, keys, stores, log, caughtUp }: Basis): Context {
  const { events, views, documents } = stores;
  const clock = systemClock;
  const handle = commandHandler(events, clock, noteDurable);
  const emails = createEmails({ events, views, handle, clock, key: derivedKey(keys.credentials, 'email claims') });
  const isHttps = config.publicUrl?.startsWith('https:') ?? false;
  const sessions = createSessions({ documents, clock, secret: keys.sessions, secure: isHttps });
  return {
    config,
    clock,
    log,
    events,
    views,
    documents,
    handle,
    caughtUp,
    past: createPast({ views, clock, log }),
    membersOfThePast: createMembersOfThePast({
      ...{ events, views, clock, log, dataDir: config.dataDir },
      isShared: config.eventStoreUrl !== null && config.mongoUrl !== null,
    }),
    passes: createPasses({ documents, clock, log }),
    sources: openSources({ documents, events, clock, log }),
    vault: openVault({ documents, key: keys.credentials, recoverable: config.passwordReveal !== 'off' }),
    temporaryPasswords: openTemporaryPasswords({
      events,
      clock,
      key: derivedKey(keys.credentials, 'temporary passwords'),
    }),
    passwordRequests: openPasswordRequests({ documents, emails, handle, clock, log }),
    emails,
    sessions,
    push: openPush({ config, documents, clock, sessions, log, seed: derivedKey(keys.credentials, 'web push') }),
    limits: createLimits(config.rates),
  };
}
