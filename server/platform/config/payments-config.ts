import * as z from 'zod';

/** Of the environment. */
export const paymentVariables = {
  CHECKOUT_URL: z
    .url({ protocol: /^https?$/, error: 'CHECKOUT_URL must be an http(s) address' })
    .nullable()
    .default(null),
  BILLING_PORTAL_URL: z
    .url({ protocol: /^https?$/, error: 'BILLING_PORTAL_URL must be an http(s) address' })
    .nullable()
    .default(null),
  DEMO_CHECKOUT: z.enum(['on', 'off'], "DEMO_CHECKOUT must be 'on' or 'off'").nullable().default(null),
  MEMBERSHIP_PRICE: z
    .string()
    .trim()
    .max(60, 'MEMBERSHIP_PRICE must be at most 60 characters')
    .nullable()
    .default(null),
  PAYMENT_WEBHOOK_SECRET: z.string().nullable().default(null),
};

type Values = z.infer<z.ZodObject<typeof paymentVariables>> & {
  HOST: string;
  PUBLIC_URL: string | null;
  TRUST_PROXY: number;
};

/**
 * Whether a user may activate a membership without a payment. Unless DEMO_CHECKOUT allows it, only where the server
 * listens on this machine only and no payment provider is configured.
 */
export function hasDemoCheckout(values: Values, isProduction: boolean): boolean {
  if (values.DEMO_CHECKOUT !== null) return values.DEMO_CHECKOUT === 'on';
  const hasPayments = values.CHECKOUT_URL !== null || values.PAYMENT_WEBHOOK_SECRET !== null;
  const { PUBLIC_URL: address } = values;
  const isLocal = isLoopbackHost(values.HOST) && (address === null || isLoopbackHost(new URL(address).hostname));
  return isLocal && values.TRUST_PROXY === 0 && !hasPayments && !isProduction;
}

function isLoopbackHost(host: string): boolean {
  return /^(localhost|127\.\d+\.\d+\.\d+|::1|\[::1\])$/i.test(host);
}
