import { Webhook } from 'standardwebhooks';
import { delay } from '#server/lib/delay.ts';

/** The INTAKE_SECRET of a product under test. */
export const webhookSecret = `whsec_${Buffer.from('a secret of thirty-two bytes ...').toString('base64')}`;

/** The headers of a delivery as in Standard Webhooks. */
export function signDelivery(key: string, id: string, payload: string, at = new Date()) {
  return {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': new Webhook(key).sign(id, at, payload),
  };
}

/**
 * Sends one signed delivery to the intake until the stores are not busy, as a source does; resolves with status and
 * body.
 */
export function deliverWebhook(url: string, key: string, id: string, body: unknown) {
  const payload = JSON.stringify(body);
  const headers = { 'content-type': 'application/json', ...signDelivery(key, id, payload) };
  return sendUntilTaken(`${url}/api/intake/listings`, { method: 'POST', body: payload, headers });
}

/** Repeats a delivery that is answered with 503, as sources are asked to; resolves with status and body. */
export async function sendUntilTaken(address: string, delivery: RequestInit) {
  for (;;) {
    const response = await fetch(address, delivery);
    const answer = { status: response.status, text: await response.text() };
    if (answer.status !== 503) return answer;
    await delay(50);
  }
}
