import { type Checkout, demoCheckoutPath, paymentEndpoints } from '#domain/subscription/checkout.contract.ts';
import type { UserDoc } from '#projections/users.ts';
import type { Config } from '#server/platform/config/config.ts';
import { type Route, route } from '#server/platform/http/routing/route.ts';

type CheckoutConfig = Pick<Config, 'checkoutUrl' | 'demoCheckout' | 'membershipPrice'>;

export function checkoutRoutes({ config }: { config: CheckoutConfig }): Route[] {
  return [
    route(paymentEndpoints.getCheckout, ({ user }) => ({
      ...buildCheckout(config, user),
      price: config.membershipPrice,
    })),
  ];
}

/** The link contains the user, so that the payment can be assigned to them. */
function buildCheckout(
  { checkoutUrl, demoCheckout }: CheckoutConfig,
  { id, email }: Pick<UserDoc, 'id' | 'email'>,
): Omit<Checkout, 'price'> {
  if (checkoutUrl === null) {
    return { url: demoCheckout ? `${demoCheckoutPath}?client_reference_id=${id}` : null, isDemo: demoCheckout };
  }
  const url = new URL(checkoutUrl);
  url.searchParams.set('client_reference_id', id);
  url.searchParams.set('prefilled_email', email);
  return { url: url.href, isDemo: false };
}
