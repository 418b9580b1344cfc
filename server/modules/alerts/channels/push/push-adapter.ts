import type { PushMessage } from '#domain/alert/push.contract.ts';
import { dayMs } from '#server/lib/clock.ts';
import type { Platform } from '#server/platform/modules/platform.ts';
import type { ChannelAdapter } from '#server/platform/outbox/channel-adapter.ts';
import type { OutboxItem } from '#server/platform/outbox/item.ts';
import { createPushRequest } from './push-message.ts';
import type { PushTransport } from './push-transport.ts';
import type { Push, SubscriptionDoc } from './subscriptions.ts';

export const pushChannel = 'push';
/** What is pushed to one browser. A test is pushed at once. */
export type PushContent = { subscriptionId: string; message: PushMessage; isTest?: boolean };
/** The earliest time at which its user may be notified, in ms since 1970; null for never again. */
export type FindSendTime = (item: Pick<OutboxItem, 'userId' | 'position'>) => Promise<number | null>;
type OutgoingPush = { message: PushMessage; to: SubscriptionDoc };

const secondMs = 1_000;
const defaultBackoffMs = [10, 40, 160, 640, 2_560].map((seconds) => seconds * secondMs);

type PushAdapterDeps = Pick<Platform, 'clock' | 'log'> & {
  push: Push;
  transport: PushTransport;
  findSendTime: FindSendTime;
  backoffMs?: readonly number[];
};

/** Sends pushes to browsers that are subscribed. */
export function createPushAdapter(deps: PushAdapterDeps): ChannelAdapter<PushContent, OutgoingPush> {
  const { push, transport, findSendTime, clock, log, backoffMs = defaultBackoffMs } = deps;
  const { subscriptions, keys } = push;

  /** The browser that is still subscribed. */
  const findReceiver = async ({ userId, content }: OutboxItem<PushContent>): Promise<SubscriptionDoc | null> => {
    const to = await subscriptions.find(content.subscriptionId);
    if (to?.userId !== userId) return null;
    if (await subscriptions.isAlive(to)) return to;
    await subscriptions.remove(to.id);
    return null;
  };

  return {
    channel: pushChannel,
    concurrency: 8,
    backoffMs,
    ttlMs: dayMs,
    deadTtlMs: 30 * dayMs,
    render: async (item) => {
      const notBefore = item.content.isTest ? 0 : await findSendTime(item);
      if (notBefore === null) return null;
      if (notBefore > clock().getTime()) return { notBefore };
      const to = await findReceiver(item);
      return to && { message: item.content.message, to };
    },
    send: async ({ message, to }) => {
      const { status, retryAfter } = await transport.send(await createPushRequest(message, to, await keys()));
      if (status >= 200 && status < 300) return;
      if (isUnsubscribed(status)) await subscriptions.remove(to.id);
      throw new PushRefused(status, retryAfter);
    },
    classifyFailure: (error) => {
      if (!(error instanceof PushRefused)) {
        // Neither a browser's address nor what the libraries say of it belongs in the log.
        log.debug({ code: error instanceof Error ? error.name : 'unknown' }, 'Failed to reach a push service');
        return { kind: 'retry', reason: 'The push service could not be reached' };
      }
      const { status, retryAfterMs, message: reason } = error;
      if (isUnsubscribed(status)) return { kind: 'gone' };
      return status === 429 || status >= 500
        ? { kind: 'retry', reason, afterMs: retryAfterMs }
        : { kind: 'dead', reason };
    },
    close: transport.close,
  };
}

class PushRefused extends Error {
  readonly status: number;
  readonly retryAfterMs: number;

  constructor(status: number, retryAfterSeconds: number | null) {
    super(`The push service answered with status ${status}`);
    this.name = 'PushRefused';
    this.status = status;
    this.retryAfterMs = (retryAfterSeconds ?? 0) * secondMs;
  }
}

/** The browser has unsubscribed. */
function isUnsubscribed(status: number): boolean {
  return status === 404 || status === 410;
}
