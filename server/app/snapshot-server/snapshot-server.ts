import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import compression from 'compression';
import express, { type Express, Router } from 'express';
import type { Logger } from 'pino';
import { Registry } from 'prom-client';
import type { Documents } from '#projections/store/port.ts';
import { createFailedEvents } from '#server/platform/subscriptions/failed-events.ts';
import type { AnyProjection } from '#projections/projection.ts';
import { createLogger } from '../logger.ts';
import { createPlatform, loadKeys } from '#server/platform/modules/platform.ts';
import { createApiRoutes } from '../routes.ts';
import { createLocalBus } from '#server/platform/bus/bus.ts';
import { loadConfig } from '#server/platform/config/config.ts';
import { listParts, provideServices, type Services } from '../modules.ts';
import { createShutdown, type ShutdownHooks, stopAll } from '../shutdown.ts';
import { StartupError } from '#server/lib/errors.ts';
import { listen } from '#server/platform/http/listen.ts';
import { createPagesRouter } from '#server/platform/http/web-pages.ts';
import { HttpError, createErrorHandler, sendText } from '#server/platform/http/middleware/http-error.ts';
import { assignRequestId } from '#server/platform/http/middleware/request-id.ts';
import { createSecurityHeaders } from '#server/platform/http/middleware/security-headers.ts';
import { createApiRouter } from '#server/platform/http/routing/api-router.ts';
import { attachSocketServer } from '#server/realtime/socket-server.ts';
import { openReadOnlyViews } from '#server/platform/storage/scratch-views.ts';
import { openHistoryViews, openStores } from '#server/platform/storage/stores.ts';
import { createOneTimeSignIn, withAuditor } from './auditor.ts';
import {
  type CopyManifest,
  readManifest,
  formatMoment,
} from '#server/modules/audit/point-in-time/replay/copy-folder.ts';
import { toReadOnlyViews, createClosedIntake, rejectWrites, rejectAppends } from './read-only.ts';

type SnapshotServerOptions = { folder: string; port: number; projections: readonly AnyProjection[] };
/** `startUrl` is the address that signs its first visitor in. */
export type SnapshotServer = { url: string; startUrl: string; copy: CopyManifest; close: () => Promise<void> };

const host = '127.0.0.1';

/**
 * Opens the product on a copy of its views, for this machine only: nothing is written, imported, sent or counted, and
 * its clock is fixed at the moment of the copy. Throws StartupError.
 */
export async function startSnapshotServer({
  folder,
  port,
  projections,
}: SnapshotServerOptions): Promise<SnapshotServer> {
  const copy = readManifest(folder);
  const views = openReadOnlyViews(resolve(folder));
  const log = await createLogger({ logFormat: null, logLevel: 'warn' });
  const hooks: ShutdownHooks = [views.close];
  const close = createShutdown(hooks, log);
  try {
    for (const { view, version } of projections) {
      if ((await views.live(view))?.version === version) continue;
      throw new StartupError(
        `The copy in ${resolve(folder)} was made by another version of this program: replay it again`,
      );
    }
    const sentence = `This is a copy as of ${formatMoment(copy)}: nothing can be changed here`;
    const { config, stores, historyViews } = await openScratchStores(port, hooks);
    const http = await listen(config);
    const services = provideServices(
      createPlatform({
        ...stores,
        config,
        log,
        historyViews,
        bus: createLocalBus(),
        registry: new Registry(),
        events: rejectAppends(stores.events, sentence),
        views: { ...toReadOnlyViews(stores.views, views, sentence), ...withAuditor(views) },
        clock: () => (copy.at === null ? new Date() : new Date(copy.at)),
        keys: loadKeys(config),
        cookie: 'copy-sid',
        url: () => http.url,
        ...unusedSubscriptions(stores.documents, log),
      }),
    );
    const signIn = createOneTimeSignIn(services.sessions);
    http.server.on('request', createSnapshotApp({ services, copy, sentence, signInRouter: signIn.router }));
    const live = attachSocketServer(http.server, services);
    services.recentListingsIndex.begin(Promise.resolve());
    const stops = [...listParts('stopBackground'), ...listParts('stopLongWork')];
    hooks.push(...stops.flatMap((list) => list(services)), () => stopAll([http.close, live.close]));
    return { url: http.url, startUrl: http.url + signIn.path, copy, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Data that a product stores beside its views, mainly sessions, is new for each copy and removed with it. */
async function openScratchStores(port: number, hooks: ShutdownHooks) {
  const dataDir = mkdtempSync(join(tmpdir(), 'copy-'));
  hooks.push(() => rm(dataDir, { recursive: true, force: true }));
  const config = loadConfig({ DATA_DIR: dataDir, HOST: host, PORT: String(port), PASSWORD_REVEAL: 'off' });
  const stores = await openStores(config);
  hooks.push(stores.close);
  const historyViews = await openHistoryViews(config);
  hooks.push(historyViews.close);
  return { config, stores, historyViews };
}

/** A copy has no log: its views are complete, and nothing reads on. */
function unusedSubscriptions(documents: Documents, log: Logger) {
  const clock = () => new Date();
  return {
    failedEvents: createFailedEvents({ documents, clock, log }),
    viewsReady: Promise.resolve(),
    waitForProjections: () => Promise.resolve(true),
    waitForHead: () => Promise.resolve(true),
    run: () => {
      throw new Error('A copy has no subscriptions');
    },
  };
}

type SnapshotAppDeps = { services: Services; copy: CopyManifest; sentence: string; signInRouter: Router };

function createSnapshotApp({ services, copy, sentence, signInRouter }: SnapshotAppDeps): Express {
  const { waitForProjections, log } = services;
  const views = { hasReached: () => true, version: () => copy.position, waitForProjections };
  const health = Router()
    .get('/healthz', (_request, response) => sendText(response, 200, 'alive'))
    .get('/readyz', (_request, response) => sendText(response, 200, 'ready'));
  const mark = `<meta name="copy-as-of" content="${copy.at ?? ''}">`;
  const routes = createApiRoutes({ ...services, intake: createClosedIntake(sentence) });
  const app = express();
  app.disable('x-powered-by').set('etag', false);
  app.use(assignRequestId, createSecurityHeaders(null), rejectWrites(sentence), signInRouter, health);
  app.use(createApiRouter(routes, services, views));
  app.use('/api', () => {
    throw new HttpError(404, 'Unknown API path');
  });
  app.use(compression(), createPagesRouter(undefined, mark), createErrorHandler(log));
  return app;
}
