import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import compression from 'compression';
import express, { type Express, Router } from 'express';
import type { Position } from '#domain/shared/decider.ts';
import type { AnyProjection } from '#projections/projection.ts';
import { createLog } from '../log.ts';
import { createPlatform } from '../platform.ts';
import { apiRoutes } from '../routes.ts';
import { loadConfig } from '#server/platform/config/config.ts';
import { backgroundHooks, createServices, keysOf, longWorkHooks, type Services } from '../services.ts';
import { closeWith, type ShutdownHooks, stopAll } from '../shutdown.ts';
import { StartRefused } from '#server/lib/errors.ts';
import { listen } from '#server/platform/http/listen.ts';
import { pages } from '#server/platform/http/pages.ts';
import { Problem, problems, sendText } from '#server/platform/http/middleware/problem.ts';
import { requestId } from '#server/platform/http/middleware/request-id.ts';
import { securityHeaders } from '#server/platform/http/middleware/security-headers.ts';
import { serve } from '#server/platform/http/routing/serve.ts';
import { attachLive } from '#server/realtime/live.ts';
import { openSealedViews } from '#server/platform/storage/side-stores.ts';
import { openHistoryViews, openStores } from '#server/platform/storage/stores.ts';
import { createFindUser } from '#server/modules/users/accounts/current-user.ts';
import { wayInOnce, withAuditor } from './auditor.ts';
import { type Copy, copyIn, momentOf } from '#server/modules/audit/point-in-time/replay/folder.ts';
import { copyAsViews, noIntake, readOnly, withoutAppend } from './read-only.ts';

type Serving = { folder: string; port: number; projections: readonly AnyProjection[] };
/** `open` is the address that signs its first visitor in. */
export type Served = { url: string; open: string; copy: Copy; close: () => Promise<void> };

const host = '127.0.0.1';

/**
 * Opens the product on a copy of its views, for this machine alone: nothing is written, scouted, sent or counted, and
 * its clock stands at the moment of the copy. Throws StartRefused.
 */
export async function serveCopy({ folder, port, projections }: Serving): Promise<Served> {
  const copy = copyIn(folder);
  const views = openSealedViews(resolve(folder));
  const log = createLog('warn');
  const hooks: ShutdownHooks = [views.close];
  const close = closeWith(hooks, log);
  try {
    for (const { view, version } of projections) {
      if ((await views.live(view))?.version === version) continue;
      throw new StartRefused(
        `The copy in ${resolve(folder)} was made by another version of this program: replay it again`,
      );
    }
    const sentence = `This is a copy as of ${momentOf(copy)}: nothing can be changed here`;
    const { config, stores, historyViews } = await openScratchStores(port, hooks);
    const http = await listen(config);
    const events = withoutAppend(stores.events, sentence);
    const copied = { ...copyAsViews(stores.views, views, sentence), ...withAuditor(views) };
    const { documents } = stores;
    const clock = () => (copy.at === null ? new Date() : new Date(copy.at));
    const caughtUp = () => Promise.resolve();
    const platform = createPlatform({ config, log, events, views: copied, documents, clock, caughtUp });
    const readable = { ...stores, events, views: copied };
    const keys = keysOf(config);
    const services = createServices({ platform, keys, stores: readable, historyViews, cookie: 'copy-sid' });
    const way = wayInOnce(services.http.sessions);
    http.server.on('request', appOf({ services, copy, sentence, url: http.url, open: way.router }));
    const live = attachLive(http.server, { ...platform, ...services.http, ...services.intake });
    services.alerts.past.begin(Promise.resolve());
    hooks.push(...backgroundHooks(services), ...longWorkHooks(services), () => stopAll([http.close, live.close]));
    return { url: http.url, open: http.url + way.path, copy, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** What a product keeps beside its views, sessions above all, is new for each copy and removed with it. */
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

type App = { services: Services; copy: Copy; sentence: string; url: string; open: Router };

function appOf({ services, copy, sentence, url, open }: App): Express {
  const views = { position: () => copy.position as Position, stamp: () => copy.position };
  const health = Router()
    .get('/healthz', (_request, response) => sendText(response, 200, 'alive'))
    .get('/readyz', (_request, response) => sendText(response, 200, 'ready'));
  const mark = `<meta name="copy-as-of" content="${copy.at ?? ''}">`;
  const { platform, http } = services;
  const gate = { ...platform, ...http, findUser: createFindUser(platform) };
  const app = express();
  app.disable('x-powered-by').set('etag', false);
  app.use(requestId, securityHeaders(null), readOnly(sentence), open, health);
  app.use(serve(apiRoutes(services, { intake: noIntake(sentence), url }), gate, views));
  app.use('/api', () => {
    throw new Problem(404, 'No such address in the API');
  });
  app.use(compression(), pages(undefined, mark), problems(platform.log));
  return app;
}
