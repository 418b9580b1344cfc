import { hash } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { PrivateAddress } from '#server/lib/network/public-address.ts';
import type { SendFailure } from '#server/platform/outbox/channel-adapter.ts';
import type { PushTransport } from '../push/push-transport.ts';
import type { AlertContent } from '../linked/alert-content.ts';
import type { AlertSender, SenderTiming } from '../linked/linked-channel.ts';

const secondMs = 1_000;
const minuteMs = 60 * secondMs;
const hourMs = 60 * minuteMs;
const defaultBackoffMs = [
  5 * secondMs,
  minuteMs,
  5 * minuteMs,
  30 * minuteMs,
  hourMs,
  2 * hourMs,
  4 * hourMs,
  8 * hourMs,
];

const goneProblem = 'Your server answered 410 Gone, so we stopped sending. Turn the webhook on again to continue.';

/** `secret` signs what is sent; the command with the id `issuedBy` made it. */
export type WebhookTarget = { url: string; secret: string; issuedBy: string };

type WebhookSenderDeps = SenderTiming & { transport: PushTransport };

/** Posts alerts to the servers of members, signed as in Standard Webhooks. */
export function createWebhookSender({
  transport,
  backoffMs = defaultBackoffMs,
}: WebhookSenderDeps): AlertSender<WebhookTarget> {
  return {
    concurrency: 8,
    backoffMs,
    send: ({ id, createdAt, target, content }) =>
      postWebhook(transport, target, { id, payload: buildPayload(content, createdAt) }),
    classifyFailure: (error) =>
      error instanceof WebhookRefused && error.status === 410
        ? { kind: 'gone', problem: goneProblem }
        : toWebhookRetry(error),
    close: transport.close,
  };
}

type Receiver = Pick<WebhookTarget, 'url' | 'secret'>;

/** Posts a message, signed as in Standard Webhooks. `id` is the same at each attempt. */
export async function postWebhook(
  transport: Pick<PushTransport, 'send'>,
  { url, secret }: Receiver,
  { id, payload }: { id: string; payload: object },
): Promise<void> {
  const webhookId = `msg_${hash('sha256', id, 'base64url')}`;
  const body = JSON.stringify(payload);
  const now = new Date();
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'off-market-scout',
    'webhook-id': webhookId,
    'webhook-timestamp': String(Math.floor(now.getTime() / secondMs)),
    'webhook-signature': new Webhook(secret).sign(webhookId, now, body),
  };
  const { status, retryAfter } = await transport.send({ endpoint: url, headers, body: Buffer.from(body) });
  if (status < 200 || status >= 300) throw new WebhookRefused(status, retryAfter);
}

/** Of an error of `postWebhook`. */
export function toWebhookRetry(error: unknown): Extract<SendFailure, { kind: 'retry' }> {
  return error instanceof WebhookRefused
    ? { kind: 'retry', reason: error.message, afterMs: error.retryAfterMs }
    : { kind: 'retry', reason: describeNetworkFailure(error) };
}

/** As docs/webhooks.md describes it. */
function buildPayload(content: AlertContent, timestamp: string): object {
  if (content.kind === 'test-alert') return { type: 'test', timestamp, data: { listings: [], total: 0 } };
  if (content.kind === 'status-changed') {
    const { listingId, status, at } = content;
    return { type: 'listing.status_changed', timestamp, data: { listingId, status, at } };
  }
  const { listings, total, isDaily } = content;
  return { type: isDaily ? 'listings.digest' : 'listings.found', timestamp, data: { listings, total } };
}

class WebhookRefused extends Error {
  readonly status: number;
  readonly retryAfterMs: number;

  constructor(status: number, retryAfterSeconds: number | null) {
    super(
      status >= 300 && status < 400
        ? `The server answered with a redirect (${status}), which is not followed`
        : `The server answered with status ${status}`,
    );
    this.name = 'WebhookRefused';
    this.status = status;
    this.retryAfterMs = (retryAfterSeconds ?? 0) * secondMs;
  }
}

/** Without the address, which is the member's. */
function describeNetworkFailure(error: unknown): string {
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  if (cause instanceof PrivateAddress) return 'The address does not lead to a public server';
  if (error instanceof Error && error.name === 'TimeoutError') return 'The server did not answer within 10 seconds';
  return 'The server could not be reached';
}
