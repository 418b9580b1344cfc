import { ECDH } from 'node:crypto';
import { isIP } from 'node:net';
import { pushEndpoints } from '#domain/alert/push.contract.ts';
import { HttpError } from '#server/platform/http/middleware/http-error.ts';
import { type Route, route } from '#server/platform/http/routing/route.ts';
import type { Push } from './subscriptions.ts';

/** Lets a browser subscribe to push messages and unsubscribe. */
export function pushRoutes({ push }: { push: Push }): Route[] {
  const { keys, subscriptions } = push;
  return [
    route(pushEndpoints.getPushKey, async () => ({ publicKey: (await keys()).publicKey })),

    route(pushEndpoints.addPushSubscription, async ({ user, sessionKey, body }) => {
      assertPushService(new URL(body.endpoint));
      assertPublicKey(body.keys.p256dh);
      await subscriptions.add(user.id, sessionKey, body);
      return { endpoint: body.endpoint };
    }),

    route(pushEndpoints.removePushSubscription, ({ user, body }) => subscriptions.removeOwn(user.id, body.endpoint)),
  ];
}

/** Host names are checked again when they are resolved; a literal IP address is never a push service. */
function assertPushService({ hostname, port, username, password }: URL): void {
  const host = hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  const isPublicName = isIP(host) === 0 && host.includes('.') && !/\.(local|localhost|internal|arpa)$/i.test(host);
  if (isPublicName && port === '' && username === '' && password === '') return;
  throw new HttpError(400, 'endpoint must be the https address of a push service');
}

function assertPublicKey(p256dh: string): void {
  try {
    ECDH.convertKey(p256dh, 'prime256v1', 'base64url');
  } catch {
    throw new HttpError(400, 'keys.p256dh must be a public key on P-256');
  }
}
