import { hash } from 'node:crypto';
import type { DeliveredAlert } from '#domain/alert/events.ts';
import type { PushMessage, PushSubscriptionBody } from '#domain/alert/push.contract.ts';
import { buildAlertId } from '#domain/alert/alert-view.ts';
import { cutText } from '#domain/shared/foreign-text.contract.ts';
import { formatPriceDrop, formatWholeDollars } from '#domain/shared/money.contract.ts';
import type { PushRequest } from './push-transport.ts';
import type { VapidKeys } from './vapid-keys.ts';

const ttlSeconds = 86_400;
const maxTopicLength = 32;
const maxTitleLength = 200;

export function createPushMessage(delivered: DeliveredAlert): PushMessage {
  const { title, price } = delivered.listing;
  const priceText = formatPriceDrop(delivered.listing) ?? formatWholeDollars(price);
  return {
    tag: buildAlertId(delivered),
    title: delivered.kind === 'price drop' ? 'Price drop in your area' : 'New listing in your area',
    body: `${cutText(title, maxTitleLength)}, ${priceText}`,
    url: '/',
  };
}

/** `id` is that of the test. */
export function createTestPushMessage(id: string): PushMessage {
  return { tag: id, title: 'Test alert', body: 'New listings for you will arrive here.', url: '/' };
}

/** Encrypts a message for one browser. The push service keeps it for a day, and only one of the same alert. */
export async function createPushRequest(
  message: PushMessage,
  { endpoint, keys }: PushSubscriptionBody,
  vapidDetails: VapidKeys,
): Promise<PushRequest> {
  const { default: webPush } = await import('web-push');
  const topic = hash('sha256', message.tag, 'base64url').slice(0, maxTopicLength);
  const { headers, body } = webPush.generateRequestDetails({ endpoint, keys }, JSON.stringify(message), {
    vapidDetails,
    TTL: ttlSeconds,
    topic,
    urgency: 'high',
    contentEncoding: 'aes128gcm',
  });
  return { endpoint, headers: toTextHeaders(headers), body };
}

/** Some are numbers, although the types of the library say otherwise. */
function toTextHeaders(headers: Record<string, unknown>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
}
