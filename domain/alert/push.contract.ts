import * as z from 'zod';
import { defineEndpoints } from '#domain/shared/endpoint.contract.ts';

export const maxPushSubscriptions = 10;

const endpointError = 'endpoint must be the https address of a push service';
const endpoint = z
  .string(endpointError)
  .max(2000, endpointError)
  .pipe(z.url({ protocol: /^https$/, error: endpointError }));

/** Unpadded base64url of exactly this many bytes. */
const createKeySchema = (name: string, bytes: number) => {
  const error = `keys.${name} must be ${bytes} bytes in base64url`;
  return z
    .string(error)
    .regex(/^[\w-]+={0,2}$/, error)
    .refine((text) => Math.floor((text.replace(/=+$/, '').length * 3) / 4) === bytes, error);
};

/** Body of `POST /api/push/subscriptions`: the result of `PushSubscription.toJSON()`. */
export const pushSubscription = z.object({
  endpoint,
  keys: z.object(
    { p256dh: createKeySchema('p256dh', 65), auth: createKeySchema('auth', 16) },
    'keys must hold p256dh and auth',
  ),
});
export type PushSubscriptionBody = z.infer<typeof pushSubscription>;

/** Body of `DELETE /api/push/subscriptions`. */
export const pushEndpoint = z.object({ endpoint });

/** Answer of `GET /api/push/key`: the `applicationServerKey`, in base64url. */
export const pushKey = z.object({ publicKey: z.string() });

/** Payload of a push; `tag` is the alert's id, so that a device shows it once. `url` is a path of this site. */
export const pushMessage = z.object({
  tag: z.string(),
  title: z.string(),
  body: z.string(),
  url: z.string(),
});
export type PushMessage = z.infer<typeof pushMessage>;

export const pushEndpoints = defineEndpoints('Push messages', {
  getPushKey: { method: 'get', path: '/api/push/key', access: 'signed-in', response: pushKey },
  addPushSubscription: {
    method: 'post',
    path: '/api/push/subscriptions',
    access: 'signed-in',
    status: 201,
    body: pushSubscription,
    response: pushEndpoint,
  },
  removePushSubscription: {
    method: 'delete',
    path: '/api/push/subscriptions',
    access: 'signed-in',
    status: 204,
    body: pushEndpoint,
  },
});
