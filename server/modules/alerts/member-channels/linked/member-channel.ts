import { findCurrentUser } from '#server/modules/users/index.ts';
import type { DocumentDeps, Platform } from '#server/platform/modules/platform.ts';
import type { ChannelAdapter, SendFailure } from '#server/platform/outbox/channel-adapter.ts';
import type { OutboxItem } from '#server/platform/outbox/item.ts';
import type { Outbox } from '#server/platform/outbox/outbox.ts';
import { createOutboxSubscriber } from '#server/platform/outbox/outbox-subscriber.ts';
import { createDocumentCheckpoint } from '#server/platform/subscriptions/checkpoints.ts';
import type { Channel } from '#server/platform/outbox/message-delivery.ts';
import { createDigestGate } from '../../email/digest-gate.ts';
import { dropWithdrawn } from '../../email/render-content.ts';
import { createFindDeliveryTime } from '../../matching/quiet-hours.ts';
import { type AlertContent, alertTypes, buildAlertItems, joinAlertContents } from './alert-content.ts';
import { createFailureReporter } from './failure-reporter.ts';
import type { ChannelLinks, ChannelTargets, LinkedChannel } from './links.ts';

/** One message on its way. `id` is the same at each attempt. */
export type AlertDelivery<C extends LinkedChannel> = {
  id: string;
  userId: string;
  /** ISO 8601. */
  createdAt: string;
  target: ChannelTargets[C];
  content: AlertContent;
};

/** `gone`: the receiver will never accept another message; the member reads why. */
type ChannelFailure = Exclude<SendFailure, { kind: 'gone' }> | { kind: 'gone'; problem: string };

/** What is particular to a channel that members link. */
export type AlertSender<C extends LinkedChannel> = {
  channel: C;
  concurrency: number;
  backoffMs: readonly number[];
  send: (delivery: AlertDelivery<C>, signal: AbortSignal) => Promise<void>;
  classifyFailure: (error: unknown) => ChannelFailure;
  close: () => Promise<void> | void;
};

export type MemberChannelDeps = DocumentDeps &
  Pick<Platform, 'events' | 'views'> & {
    outbox: Outbox;
    links: ChannelLinks;
  };

const dayMs = 86_400_000;
const digestHoldMs = 5_000;

/** A channel of the outbox for what members have linked: it sends what they would be mailed. */
export function createMemberChannel<C extends LinkedChannel>(deps: MemberChannelDeps, sender: AlertSender<C>): Channel {
  const { documents, clock, links, outbox } = deps;
  const { channel } = sender;
  const subscriber = createOutboxSubscriber<AlertContent>({
    name: channel,
    handles: alertTypes,
    checkpoint: createDocumentCheckpoint(deps, channel),
    collectMs: 0,
    outbox,
    buildItems: (event) => buildAlertItems(event, { channel, links, clock }),
    join: joinAlertContents,
  });
  const holdDigest = createDigestGate({ documents, clock, position: subscriber.position, holdMs: digestHoldMs });
  return { subscriber, adapter: createAdapter(deps, sender, createAlertRenderer(deps, holdDigest)) };
}

type RenderContent = (item: OutboxItem<AlertContent>) => Promise<AlertContent | { notBefore: number } | null>;

function createAdapter<C extends LinkedChannel>(
  deps: MemberChannelDeps,
  sender: AlertSender<C>,
  renderContent: RenderContent,
): ChannelAdapter<AlertContent, AlertDelivery<C>> {
  const { channel, concurrency, backoffMs, classifyFailure, close } = sender;
  const reporter = createFailureReporter(deps, channel);
  return {
    channel,
    concurrency,
    backoffMs,
    ttlMs: 2 * dayMs,
    deadTtlMs: 30 * dayMs,
    render: async (item) => {
      const content = await renderContent(item);
      if (content === null || 'notBefore' in content) return content;
      const link = await deps.links.find(item.userId, channel);
      const { id, userId, createdAt } = item;
      return link?.isOn ? { id, userId, createdAt, target: link.target, content } : null;
    },
    send: async (delivery, signal) => {
      try {
        await sender.send(delivery, signal);
      } catch (error) {
        const failure = classifyFailure(error);
        await reporter.reportFailure(delivery.userId, failure.kind === 'gone' ? failure.problem : null);
        throw error;
      }
      await reporter.reportSuccess(delivery.userId);
    },
    classifyFailure: (error) => {
      const failure = classifyFailure(error);
      return failure.kind === 'gone' ? { kind: 'gone' } : failure;
    },
    close,
  };
}

/** A test is sent at once; alerts obey membership, quiet hours and withdrawals. */
function createAlertRenderer(deps: MemberChannelDeps, holdDigest: ReturnType<typeof createDigestGate>): RenderContent {
  const { clock, views } = deps;
  const findDeliveryTime = createFindDeliveryTime({ clock });
  return async (item) => {
    const { userId, content } = item;
    if (content.kind === 'test-alert') return content;
    const from = await findDeliveryTime(await findCurrentUser(deps, userId));
    if (from === null) return null;
    if (from > clock().getTime()) return { notBefore: from };
    const notBefore = content.isDaily ? await holdDigest(item) : null;
    return notBefore === null ? dropWithdrawn(content, views) : { notBefore };
  };
}
