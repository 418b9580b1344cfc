import { intakeEndpoints } from '#domain/listing/contract.ts';
import type { Endpoint } from '#domain/shared/endpoint.contract.ts';
import { paymentEndpoints } from '#domain/subscription/checkout.contract.ts';
import { healthEndpoints } from '#server/platform/http/health.contract.ts';
import { describeApi, openApiEndpoints } from '#server/platform/http/openapi/openapi.ts';
import { type Route, route } from '#server/platform/http/routing/route.ts';
import { listParts, type Services } from './modules.ts';

/** Every endpoint of the API that a browser calls. */
export function createApiRoutes(services: Services): Route[] {
  const routes = listParts('routes').flatMap((parts) => parts.flatMap((create) => create(services)));
  // A webhook is described where its secret is not set too.
  const machineEndpoints = [intakeEndpoints, paymentEndpoints, healthEndpoints, openApiEndpoints].flatMap((group) =>
    Object.values<Endpoint>(group),
  );
  let description: ReturnType<typeof describeApi> | undefined;
  return [
    ...routes,
    route(
      openApiEndpoints.getApiDescription,
      () => (description ??= describeApi([...routes, ...machineEndpoints], services.sessions.cookieName)),
    ),
  ];
}
