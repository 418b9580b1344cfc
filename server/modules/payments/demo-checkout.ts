import type { RequestHandler } from 'express';
import type { Logger } from 'pino';
import { userStream } from '#domain/event-catalog/streams.ts';
import { demoCheckoutEndpoints, demoCheckoutPath } from '#domain/subscription/checkout.contract.ts';
import { user as users } from '#domain/user/decider.ts';
import type { Config } from '#server/platform/config/config.ts';
import type { CommandDeps } from '#server/platform/commands/command-handler.ts';
import { authorize, type AuthorizeDeps } from '#server/platform/http/routing/authorize.ts';
import { HttpError } from '#server/platform/http/middleware/http-error.ts';
import { commandMetadataOf } from '#server/platform/http/routing/command-metadata.ts';
import { renderPublicPage, sendPublicPage } from '#server/platform/http/public-page.ts';
import { type MachineRoute, machineRoute } from '#server/platform/http/routing/route.ts';
import type { Clock } from '#server/lib/clock.ts';
import { escapeHtml } from '#server/lib/html/escape-html.ts';

export type DemoCheckoutDeps = CommandDeps &
  AuthorizeDeps & {
    config: Pick<Config, 'demoCheckout' | 'host'>;
    log: Pick<Logger, 'warn'>;
    clock: Clock;
  };

const warning =
  'Demo checkout is enabled: any signed-in user can activate a membership without a payment. DEMO_CHECKOUT=off disables it.';

/**
 * A page that replaces the payment provider's: marked as no real payment, and present only where the configuration
 * enables it.
 */
export function demoCheckoutRoutes(deps: DemoCheckoutDeps): MachineRoute[] {
  const { config, log } = deps;
  if (!config.demoCheckout) return [];
  log.warn({ path: demoCheckoutPath, host: config.host, setting: 'DEMO_CHECKOUT' }, warning);
  return [
    machineRoute(demoCheckoutEndpoints.getDemoCheckout, createPageHandler(deps)),
    machineRoute(demoCheckoutEndpoints.payInDemo, createActivateHandler(deps)),
  ];
}

function createPageHandler(deps: DemoCheckoutDeps): RequestHandler {
  return async (request, response) => {
    response.set('Cache-Control', 'no-store');
    const caller = await authorize({ access: 'signed-in' }, deps, request, response).catch(anonymousIfSignedOut);
    if (caller.user === null) response.redirect(303, '/auth');
    else sendPublicPage(request, response, renderPage(caller.user.email));
  };
}

/** A user whose session has ended is redirected to sign-in, as on every page. */
function anonymousIfSignedOut(error: unknown): { user: null } {
  if (error instanceof HttpError && error.status === 401) return { user: null };
  throw error;
}

function createActivateHandler(deps: DemoCheckoutDeps): RequestHandler {
  return async (request, response) => {
    response.set('Cache-Control', 'no-store');
    const { user } = await authorize({ access: 'signed-in' }, deps, request, response);
    if (user === null) throw new HttpError(401, 'You are not signed in');
    const now = deps.clock().toISOString();
    const command = { type: 'ActivateMembership', data: { userId: user.id, now } } as const;
    const sender = { ...commandMetadataOf(request, response, user.id), actor: 'payments' };
    const { position } = await deps.handle(users, userStream(user.id), command, sender);
    await deps.waitForProjections(position);
    response.redirect(303, '/');
  };
}

function renderPage(email: string): string {
  return renderPublicPage(
    'Demo checkout',
    `<p class="label">Demo - No card is charged</p>
      <h1>Demo checkout</h1>
      <p class="intro">This page replaces the payment provider, which is not configured on this server. You buy nothing here and need no card.</p>
      <p>Membership for <strong>${escapeHtml(email)}</strong></p>
      <form method="post" action="${demoCheckoutPath}">
        <button type="submit">Activate membership</button>
      </form>
      <p><a href="/">Back to Home</a></p>`,
  );
}
