import { randomUUID } from 'node:crypto';
import { pino } from 'pino';
import { projections } from '#projections/all.ts';
import { createApp } from './app.ts';
import { systemClock } from './clock.ts';
import { type Config, loadConfig } from './config.ts';
import type { Context } from './context.ts';
import { derivedKey } from './credentials/keys.ts';
import { refuseOtherKey } from './credentials/same-key.ts';
import { openTemporaryPasswords } from './credentials/temporary.ts';
import { openVault } from './credentials/vault.ts';
import { generatedKey } from './data-folder.ts';
import { commandHandler } from './handle.ts';
import { healthRoutes } from './http/health.ts';
import { createLimits } from './http/limits.ts';
import { listen } from './http/listen.ts';
import { createSessions } from './http/sessions.ts';
import type { Intake } from './intake/intake.ts';
import { intakeRoutes } from './intake/routes.ts';
import { createPast } from './listings/past.ts';
import { attachLive, type Live } from './live.ts';
import { mailLinkRoutes } from './mail/link-routes.ts';
import { createMailLinks } from './mail/links.ts';
import { startPost } from './mail/post.ts';
import { createMetrics } from './metrics.ts';
import { type Projector, startProjector } from './projector.ts';
import { readFeeds } from './scout/connectors/config.ts';
import { openPush } from './push/subscriptions.ts';
import { createPasses } from './scout/passes.ts';
import { openScouting } from './scouting.ts';
import { openStores, type Stores } from './stores.ts';
import { createEmails } from './users/emails.ts';
import { openPasswordRequests } from './users/forgot-password.ts';
import { ensureAdmin } from './users/registration.ts';
import { startRetention } from './visitors/retention.ts';

/** The product at work in this process. */
export type Running = {
  /** Where it listens. */
  url: string;
  context: Context;
  projector: Projector;
  intake: Intake;
  /** Finishes what is under way, then closes everything. */
  close: () => Promise<void>;
};

/**
 * Starts the whole product with the environment given; it answers when this resolves, while listings wait until the
 * scout knows its members. Throws StartRefused where it cannot start.
 */
export async function startServer(env: Record<string, string | undefined>): Promise<Running> {
  const config = loadConfig(env);
  const stores = await openStores(config);
  const parts: (() => Promise<void>)[] = [stores.close];
  const close = async () => {
    for (const part of parts.splice(0).toReversed()) await part();
  };
  try {
    return { ...(await assemble(config, stores, parts)), close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function assemble(
  config: Config,
  stores: Stores,
  parts: (() => Promise<void>)[],
): Promise<Omit<Running, 'close'>> {
  const log = pino(
    { level: config.logLevel, serializers: { err: errorInLog } },
    pino.destination({ fd: 2, sync: true }),
  );
  const feeds = config.feeds === null ? [] : readFeeds(config.feeds);
  const keys = keysOf(config);
  await refuseOtherKey(stores.documents, keys.credentials);
  const http = await listen(config);
  const metrics = createMetrics();
  let live: Live | null = null;
  const projector: Projector = startProjector({
    ...stores,
    projections,
    log,
    onParked: (parked) => metrics.parked(parked),
    onApplied: async (batch) => {
      metrics.applied(batch);
      context.past.applied(batch);
      await live?.applied(batch);
    },
  });
  const context = createContext({ config, keys, stores, log, caughtUp: projector.caughtUp });
  const scouting = openScouting({ context, views: stores.views, feeds });
  const url = () => config.publicUrl ?? http.url;
  const links = createMailLinks({ key: derivedKey(keys.credentials, 'mail links'), url });
  const app = createApp({
    context,
    position: projector.position,
    health: healthRoutes({ config, projector, metrics }),
    intake: intakeRoutes({ context, intake: scouting.intake }),
    mailLinks: mailLinkRoutes({ context, links }),
    answered: metrics.answered,
  });
  http.server.on('request', app);
  const attached = attachLive(http.server, context);
  live = attached;
  context.passes.onTold(attached.scouted);
  parts.push(
    context.past.stop,
    context.passes.stop,
    projector.stop,
    scouting.stop,
    context.passwordRequests.stop,
    async () => {
      await Promise.all([http.close(), attached.close()]);
    },
  );
  parts.push((await startPost({ context, links, url })).stop);
  await ensureAdmin(context, randomUUID());
  await context.passwordRequests.resume();
  context.past.begin(projector.ready);
  scouting.begin();
  parts.push(startRetention(context, projector.ready).stop);
  return { url: http.url, context, projector, intake: scouting.intake };
}

/** The libraries' errors carry what a person sent; the log must not. */
function errorInLog(error: unknown) {
  if (!(error instanceof Error)) return { message: 'not an error' };
  const { name, message, stack, cause } = error;
  return { name, message, stack, ...(cause instanceof Error && { cause: cause.message }) };
}

type Keys = { credentials: string; sessions: string };

function keysOf({ dataDir, credentialKey, sessionSecret }: Config): Keys {
  return {
    credentials: credentialKey ?? generatedKey(dataDir, 'credential.key'),
    sessions: sessionSecret ?? generatedKey(dataDir, 'session.key'),
  };
}

type Basis = { config: Config; keys: Keys; stores: Stores } & Pick<Context, 'log' | 'caughtUp'>;

function createContext({ config, keys, stores, log, caughtUp }: Basis): Context {
  const { events, views, documents } = stores;
  const clock = systemClock;
  const handle = commandHandler(events, clock);
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
    passes: createPasses({ documents, clock, log }),
    vault: openVault({ documents, key: keys.credentials, recoverable: config.passwordReveal !== 'off' }),
    temporaryPasswords: openTemporaryPasswords({
      events,
      clock,
      key: derivedKey(keys.credentials, 'temporary passwords'),
    }),
    passwordRequests: openPasswordRequests({ documents, emails, handle, clock, log }),
    emails,
    sessions,
    push: openPush({ config, documents, clock, sessions, log }),
    limits: createLimits(config.rates),
  };
}
