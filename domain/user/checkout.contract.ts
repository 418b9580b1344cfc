import * as z from 'zod';

export const checkoutPath = '/api/checkout';
/** The demo page that stands in where no checkout is set up. */
export const demoCheckoutPath = '/checkout';
export const paymentsPath = '/api/webhooks/payments';

/**
 * `GET /api/checkout`: where the signed-in user subscribes, to be opened in a new tab. `url` carries the user's id and
 * e-mail; null where nobody can subscribe. `isDemo` where no card is charged.
 */
export const checkout = z.object({ url: z.string().nullable(), isDemo: z.boolean() });
export type Checkout = z.infer<typeof checkout>;
