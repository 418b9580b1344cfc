import compression from 'compression';
import express, { type Express } from 'express';
import type { IntakeDeps } from '#server/modules/intake/pipeline/deps.ts';
import { demoCheckoutRoutes } from '#server/modules/payments/demo-checkout.ts';
import { createFindUser } from '#server/modules/users/accounts/current-user.ts';
import { HttpError, createErrorHandler } from '#server/platform/http/middleware/http-error.ts';
import { assignRequestId } from '#server/platform/http/middleware/request-id.ts';
import { type AnsweredRequest, createRequestLogger } from '#server/platform/http/middleware/request-logger.ts';
import { createSecurityHeaders } from '#server/platform/http/middleware/security-headers.ts';
import { createPagesRouter } from '#server/platform/http/web-pages.ts';
import { createApiRouter, createMachineRouter, type ViewsProgress } from '#server/platform/http/routing/api-router.ts';
import type { MachineRoute } from '#server/platform/http/routing/route.ts';
import type { Platform } from './platform.ts';
import { createApiRoutes } from './routes.ts';
import type { Services } from './services.ts';

type AppDeps = {
  services: Services;
  intakeDeps: IntakeDeps;
  views: ViewsProgress;
  health: MachineRoute[];
  webhooks: MachineRoute[];
  mailLinks: MachineRoute[];
  onAnswered: (answered: AnsweredRequest) => void;
};

/** The whole HTTP side: every request passes these in this order. */
export function createApp({ services, intakeDeps, views, onAnswered, ...machines }: AppDeps): Express {
  const { platform, http } = services;
  const gate = { ...platform, ...http, findUser: createFindUser(platform) };
  const app = createBaseApp(platform, onAnswered);
  // A proxy that ends TLS need not say so on each request: PUBLIC_URL does.
  if (platform.config.publicUrl?.startsWith('https:')) Object.defineProperty(app.request, 'secure', { value: true });
  app.use(
    createApiRouter(createApiRoutes(services, intakeDeps), gate, views),
    createMachineRouter([...machines.webhooks, ...machines.mailLinks, ...machines.health, ...demoCheckoutRoutes(gate)]),
  );
  app.use('/api', () => {
    throw new HttpError(404, 'Unknown API path');
  });
  const { supportEmail, billingPortalUrl } = platform.config;
  const settings = { 'support-email': supportEmail, 'billing-portal': billingPortalUrl };
  app.use(compression(), createPagesRouter(undefined, undefined, settings));
  app.use(createErrorHandler(platform.log));
  return app;
}

type BareAppDeps = { platform: Platform } & Pick<AppDeps, 'health' | 'onAnswered'>;

/** The app of a process that serves no pages: only health and metrics. */
export function createBareApp({ platform, health, onAnswered }: BareAppDeps): Express {
  const app = createBaseApp(platform, onAnswered);
  app.use(createMachineRouter(health), () => {
    throw new HttpError(404, 'This process serves no pages');
  });
  app.use(createErrorHandler(platform.log));
  return app;
}

function createBaseApp({ config, log }: Platform, answered: AppDeps['onAnswered']): Express {
  const app = express();
  app.disable('x-powered-by').set('etag', false).set('trust proxy', config.trustProxy);
  app.use(
    assignRequestId,
    createRequestLogger(log, answered),
    createSecurityHeaders(config.publicUrl, config.map?.tileOrigin),
  );
  return app;
}
