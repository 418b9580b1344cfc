import { ECDH } from 'node:crypto';
import { isIP } from 'node:net';
import { pushEndpoint, type PushKey, pushPaths, pushSubscription } from '#domain/alert/push.contract.ts';
import type { Context } from '../context.ts';
import { Problem } from '../http/problem.ts';
import { type Route, route } from '../http/route.ts';

/** How a browser asks for pushes, and takes that back. */
export function pushRoutes({ push }: Context): Route[] {
  const { keys, subscriptions } = push;
  return [
    route(
      { method: 'get', path: pushPaths.key, access: 'signed-in', status: 200 },
      async (): Promise<PushKey> => ({
        publicKey: (await keys()).publicKey,
      }),
    ),

    route(
      { method: 'post', path: pushPaths.subscriptions, access: 'signed-in', status: 201, body: pushSubscription },
      async ({ user, sessionId, body }) => {
        refuseNoService(new URL(body.endpoint));
        refuseNoPoint(body.keys.p256dh);
        await subscriptions.add(user.id, sessionId, body);
        return { endpoint: body.endpoint };
      },
    ),

    route(
      { method: 'delete', path: pushPaths.subscriptions, access: 'signed-in', status: 204, body: pushEndpoint },
      ({ user, body }) => subscriptions.removeOwn(user.id, body.endpoint),
    ),
  ];
}

/** Names are looked at once more when they are looked up; an address that is written out is never a push service. */
function refuseNoService({ hostname, port, username, password }: URL): void {
  const host = hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  const isPublicName = isIP(host) === 0 && host.includes('.') && !/\.(local|localhost|internal|arpa)$/i.test(host);
  if (isPublicName && port === '' && username === '' && password === '') return;
  throw new Problem(400, 'endpoint must be the https address of a push service');
}

function refuseNoPoint(p256dh: string): void {
  try {
    ECDH.convertKey(p256dh, 'prime256v1', 'base64url');
  } catch {
    throw new Problem(400, 'keys.p256dh must be a public key on P-256');
  }
}
