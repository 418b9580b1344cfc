import { Webhook } from 'standardwebhooks';

/** The INTAKE_SECRET of a product under test. */
export const webhookSecret = `whsec_${Buffer.from('a secret of thirty-two bytes ...').toString('base64')}`;

/** Sends one signed delivery to the intake, as a source does; resolves with status and body. */
export async function deliverWebhook(url: string, key: string, id: string, body: unknown) {
  const payload = JSON.stringify(body);
  const now = new Date();
  const response = await fetch(`${url}/api/intake/listings`, {
    method: 'POST',
    body: payload,
    headers: {
      'content-type': 'application/json',
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
      'webhook-signature': new Webhook(key).sign(id, now, payload),
    },
  });
  return { status: response.status, text: await response.text() };
}
