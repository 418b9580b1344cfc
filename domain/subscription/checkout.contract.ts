import * as z from 'zod';

export const checkoutPath = '/api/checkout';
/** The demo page used where no checkout is configured. */
export const demoCheckoutPath = '/checkout';
export const paymentsPath = '/api/webhooks/payments';

/**
 * `GET /api/checkout`: the page where the signed-in user subscribes, to be opened in a new tab. `url` contains the
 * user's id and e-mail; null where no checkout is available. `isDemo` where no card is charged.
 */
export const checkout = z.object({ url: z.string().nullable(), isDemo: z.boolean() });
export type Checkout = z.infer<typeof checkout>;
