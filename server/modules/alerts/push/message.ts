import { createHash } from 'node:crypto';
import type { AlertEvent } from '#domain/alert/events.ts';
import type { PushMessage, PushSubscriptionBody } from '#domain/alert/push.contract.ts';
import { alertId } from '#domain/alert/shown.ts';
import { dollars } from '#domain/shared/money.ts';
import type { PushRequest } from './transport.ts';
import type { Vapid } from './vapid.ts';

type Matched = Extract<AlertEvent, { type: 'AlertsMatched' }>['data'];

const day = 86_400;
const longestTopic = 32;
const longestTitle = 200;

export function messageOf(matched: Matched): PushMessage {
  const { title, price } = matched.listing;
  return {
    tag: alertId(matched),
    title: matched.kind === 'price drop' ? 'Price drop in your area' : 'New listing in your area',
    body: `${title.slice(0, longestTitle)}, ${dollars(price)}`,
    url: '/',
  };
}

/** Encrypts a message for one browser. The service keeps it for a day, and of the same alert just one. */
export async function requestOf(
  message: PushMessage,
  { endpoint, keys }: PushSubscriptionBody,
  vapidDetails: Vapid,
): Promise<PushRequest> {
  const { default: webPush } = await import('web-push');
  const topic = createHash('sha256').update(message.tag).digest('base64url').slice(0, longestTopic);
  const { headers, body } = webPush.generateRequestDetails({ endpoint, keys }, JSON.stringify(message), {
    vapidDetails,
    TTL: day,
    topic,
    urgency: 'high',
    contentEncoding: 'aes128gcm',
  });
  return { endpoint, headers: textsOf(headers), body };
}

/** Some are numbers, whatever the types of the library say. */
function textsOf(headers: Record<string, unknown>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
}
