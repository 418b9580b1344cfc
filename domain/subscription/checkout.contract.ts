import * as z from 'zod';
import { defineEndpoints } from '#domain/shared/endpoint.contract.ts';

/** The demo page used where no checkout is configured. */
export const demoCheckoutPath = '/checkout';

/**
 * The page where the signed-in user subscribes, to be opened in a new tab. `url` contains the user's id and email;
 * null where no checkout is available. `isDemo` where no card is charged. `price` as the operator words it.
 */
export const checkout = z.object({ url: z.string().nullable(), isDemo: z.boolean(), price: z.string().nullable() });
export type Checkout = z.infer<typeof checkout>;

export const paymentEndpoints = defineEndpoints('Payments', {
  getCheckout: { method: 'get', path: '/api/checkout', access: 'signed-in', response: checkout },
  receivePayment: {
    method: 'post',
    path: '/api/webhooks/payments',
    access: 'machine',
    description: 'Events of Stripe, signed by PAYMENT_WEBHOOK_SECRET; 404 without one.',
    headers: ['stripe-signature'],
    body: z.object({}),
    response: z.object({ received: z.literal(true) }),
    errors: [401, 404],
  },
});

const demoPage = { path: demoCheckoutPath, access: 'machine', responseTypes: ['text/html'] } as const;

export const demoCheckoutEndpoints = defineEndpoints('Payments', {
  getDemoCheckout: { ...demoPage, method: 'get' },
  payInDemo: { ...demoPage, method: 'post' },
});
