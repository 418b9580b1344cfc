import { type Checkout, demoCheckoutPath, paymentEndpoints } from '#domain/subscription/checkout.contract.ts';
import type { UserDoc } from '#projections/users.ts';
import type { Config } from '#server/platform/config/config.ts';
import { type Route, route } from '#server/platform/http/routing/route.ts';

export function checkoutRoutes({ config }: { config: Pick<Config, 'checkoutUrl' | 'demoCheckout'> }): Route[] {
  return [route(paymentEndpoints.getCheckout, ({ user }) => buildCheckout(config, user))];
}

/** The link contains the user, so that the payment can be assigned to them. */
function buildCheckout(
  { checkoutUrl, demoCheckout }: Pick<Config, 'checkoutUrl' | 'demoCheckout'>,
  { id, email }: Pick<UserDoc, 'id' | 'email'>,
): Checkout {
  if (checkoutUrl === null) {
    return { url: demoCheckout ? `${demoCheckoutPath}?client_reference_id=${id}` : null, isDemo: demoCheckout };
  }
  const url = new URL(checkoutUrl);
  url.searchParams.set('client_reference_id', id);
  url.searchParams.set('prefilled_email', email);
  return { url: url.href, isDemo: false };
}
