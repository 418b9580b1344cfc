import compression from 'compression';
import express, { type Express } from 'express';
import { HttpError, createErrorHandler } from '#server/platform/http/middleware/http-error.ts';
import { assignRequestId } from '#server/platform/http/middleware/request-id.ts';
import { type AnsweredRequest, createRequestLogger } from '#server/platform/http/middleware/request-logger.ts';
import { createSecurityHeaders } from '#server/platform/http/middleware/security-headers.ts';
import { createPagesRouter } from '#server/platform/http/web-pages.ts';
import { createApiRouter, createMachineRouter, type ViewsProgress } from '#server/platform/http/routing/api-router.ts';
import type { MachineRoute } from '#server/platform/http/routing/route.ts';
import type { Platform } from '#server/platform/modules/platform.ts';
import { listParts, type Services } from './modules.ts';
import { createApiRoutes } from './routes.ts';

type AppDeps = {
  services: Services;
  views: ViewsProgress;
  health: MachineRoute[];
  onAnswered: (answered: AnsweredRequest) => void;
};

/** The whole HTTP side: every request passes these in this order. */
export function createApp({ services, views, health, onAnswered }: AppDeps): Express {
  const { config, log } = services;
  const app = createBaseApp(services, onAnswered);
  // A proxy that ends TLS need not say so on each request: PUBLIC_URL does.
  if (config.publicUrl?.startsWith('https:')) Object.defineProperty(app.request, 'secure', { value: true });
  const machineRoutes = listParts('machineRoutes').flatMap((parts) => parts.flatMap((create) => create(services)));
  app.use(
    createApiRouter(createApiRoutes(services), services, views),
    createMachineRouter([...machineRoutes, ...health]),
  );
  app.use('/api', () => {
    throw new HttpError(404, 'Unknown API path');
  });
  const { supportEmail, billingPortalUrl, passwordReveal, adminSecondFactor, mapsLinkUrl } = config;
  const settings = {
    'support-email': supportEmail,
    'billing-portal': billingPortalUrl,
    'password-reveal': passwordReveal === 'off' ? 'off' : null,
    'admin-second-factor': adminSecondFactor === 'required' ? 'required' : null,
    'maps-link': mapsLinkUrl,
  };
  app.use(compression(), createPagesRouter(undefined, undefined, settings));
  app.use(createErrorHandler(log));
  return app;
}

type BareAppDeps = { platform: Pick<Platform, 'config' | 'log'> } & Pick<AppDeps, 'health' | 'onAnswered'>;

/** The app of a process that serves no pages: only health and metrics. */
export function createBareApp({ platform, health, onAnswered }: BareAppDeps): Express {
  const app = createBaseApp(platform, onAnswered);
  app.use(createMachineRouter(health), () => {
    throw new HttpError(404, 'This process serves no pages');
  });
  app.use(createErrorHandler(platform.log));
  return app;
}

function createBaseApp({ config, log }: Pick<Platform, 'config' | 'log'>, answered: AppDeps['onAnswered']): Express {
  const app = express();
  app.disable('x-powered-by').set('etag', false).set('trust proxy', config.trustProxy);
  app.use(
    assignRequestId,
    createRequestLogger(log, answered),
    createSecurityHeaders(config.publicUrl, config.map?.tileOrigin),
  );
  return app;
}
