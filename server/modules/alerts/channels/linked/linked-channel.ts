import type { LinkedChannel } from '#domain/alert/channels.contract.ts';
import { dayMs } from '#server/lib/clock.ts';
import { HttpError } from '#server/platform/http/middleware/http-error.ts';
import type { DocumentDeps, Platform } from '#server/platform/modules/platform.ts';
import type { ChannelAdapter, SendFailure } from '#server/platform/outbox/channel-adapter.ts';
import type { NewOutboxItem, OutboxItem } from '#server/platform/outbox/item.ts';
import type { OutboxChannel } from '#server/platform/outbox/message-delivery.ts';
import { createOutboxSubscriber } from '#server/platform/outbox/outbox-subscriber.ts';
import type { Outbox } from '#server/platform/outbox/outbox.ts';
import type { StoredEvent } from '#server/platform/event-store/port.ts';
import { createTermCheckpoint } from '#server/platform/subscriptions/checkpoints.ts';
import type { AlertChannel } from '../../channel-framework/channel.ts';
import { type DeadLetterChannel, whyNotMember } from '../../channel-framework/dead-letter-channel.ts';
import { createDigestGate } from '../email/digest-gate.ts';
import { describeAlerts, includesListing, testSubject } from '../email/mail-channel.ts';
import { dropWithdrawn } from '../email/render-content.ts';
import { createReceiverFinder, type ReceiverDeps } from '../../channel-framework/find-receiver.ts';
import { createFindDeliveryTime } from '../../matching/quiet-hours.ts';
import {
  type AlertContent,
  alertTypes,
  buildAlertItems,
  joinAlertContents,
  type LinkedItemsDeps,
} from './alert-content.ts';
import { createFailureReporter } from './failure-reporter.ts';
import type { ChannelLinks } from './links.ts';

/** One message on its way. `id` is the same at each attempt. */
export type AlertDelivery<T> = {
  id: string;
  userId: string;
  /** ISO 8601. */
  createdAt: string;
  target: T;
  content: AlertContent;
};

/** `gone`: the receiver will never accept another message; the member reads why. */
type ChannelFailure = Exclude<SendFailure, { kind: 'gone' }> | { kind: 'gone'; problem: string };

/** The pauses before each further attempt, in ms, where they are not the default ones. */
export type SenderTiming = { backoffMs?: readonly number[] };

/** How a message is sent to what a member has linked. */
export type AlertSender<T> = {
  concurrency: number;
  backoffMs: readonly number[];
  send: (delivery: AlertDelivery<T>, signal: AbortSignal) => Promise<void>;
  classifyFailure: (error: unknown) => ChannelFailure;
  close: () => Promise<void> | void;
};

type LinkedChannelDeps = DocumentDeps & ReceiverDeps & Pick<Platform, 'config'> & { outbox: Outbox };
type LinkedChannelOptions<T> = {
  name: LinkedChannel;
  links: ChannelLinks<T>;
  /** Null where this server does not offer the channel. */
  createSender: (() => AlertSender<T>) | null;
  otherItems?: OtherItems;
};
/** What it sends besides alerts. */
type OtherItems = {
  types: readonly string[];
  buildItems: (event: StoredEvent, deps: LinkedItemsDeps) => Promise<NewOutboxItem<AlertContent>[]>;
};

const digestHoldMs = 5_000;

/** A channel to what members have linked: it sends what they would be mailed. */
export function createLinkedChannel<T>(deps: LinkedChannelDeps, options: LinkedChannelOptions<T>): AlertChannel {
  const { name, links, createSender, otherItems = noItems } = options;
  return {
    name,
    links,
    present: async ({ id }) => {
      if (createSender === null) return null;
      const view = await links.present(id);
      const target = view.isOn ? await links.exportTarget(id) : null;
      return { ...view, since: target?.since ?? null };
    },
    test: {
      prepare: async ({ userId }) => {
        if (!(await links.find(userId))?.isOn) throw new HttpError(409, 'Set up this channel and turn it on first');
        return { content: { kind: 'test-alert' }, subscriptionId: null };
      },
      findGoneReason: async ({ userId }) => {
        const link = await links.find(userId);
        return link === null ? 'The link was removed' : link.problem;
      },
    },
    deadLetters: createLinkedDeadLetters(links),
    open: () =>
      Promise.resolve(createSender && openOutboxChannel(deps, name, { links, sender: createSender(), otherItems })),
  };
}

type OpenedLink<T> = { links: ChannelLinks<T>; sender: AlertSender<T> };
const noItems: OtherItems = { types: [], buildItems: () => Promise.resolve([]) };

function openOutboxChannel<T>(
  deps: LinkedChannelDeps,
  channel: LinkedChannel,
  { links, sender, otherItems }: OpenedLink<T> & { otherItems: OtherItems },
): OutboxChannel {
  const { clock, outbox } = deps;
  const itemDeps = { channel, links, clock };
  const subscriber = createOutboxSubscriber<AlertContent>({
    name: channel,
    handles: [...alertTypes, ...otherItems.types],
    checkpoint: createTermCheckpoint(deps, channel),
    collectMs: 0,
    outbox,
    buildItems: async (event) => [
      ...(await buildAlertItems(event, itemDeps)),
      ...(await otherItems.buildItems(event, itemDeps)),
    ],
    join: joinAlertContents,
  });
  const { findTerms } = subscriber;
  const holdDigest = createDigestGate({ ...deps, findTerms, holdMs: digestHoldMs });
  const renderContent = createAlertRenderer(deps, holdDigest);
  return { subscriber, adapter: createAdapter(deps, channel, { links, sender, renderContent }) };
}

type RenderContent = (item: OutboxItem<AlertContent>) => Promise<AlertContent | { notBefore: number } | null>;

function createAdapter<T>(
  deps: LinkedChannelDeps,
  channel: LinkedChannel,
  { links, sender, renderContent }: OpenedLink<T> & { renderContent: RenderContent },
): ChannelAdapter<AlertContent, AlertDelivery<T>> {
  const { concurrency, backoffMs, classifyFailure, close } = sender;
  const reporter = createFailureReporter({ ...deps, links }, channel);
  return {
    channel,
    concurrency,
    backoffMs,
    ttlMs: 2 * dayMs,
    deadTtlMs: 30 * dayMs,
    render: async (item) => {
      const content = await renderContent(item);
      if (content === null || 'notBefore' in content) return content;
      const link = await links.find(item.userId);
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

/** Alerts obey membership, quiet hours and withdrawals; all else is sent at once. */
function createAlertRenderer(deps: LinkedChannelDeps, holdDigest: ReturnType<typeof createDigestGate>): RenderContent {
  const { clock, views } = deps;
  const findDeliveryTime = createFindDeliveryTime({ clock });
  const findReceiver = createReceiverFinder(deps);
  return async (item) => {
    const { content } = item;
    if (content.kind !== 'alerts') return content;
    const from = await findDeliveryTime(await findReceiver(item));
    if (from === null) return null;
    if (from > clock().getTime()) return { notBefore: from };
    const notBefore = content.isDaily ? await holdDigest(item) : null;
    return notBefore === null ? dropWithdrawn(content, views) : { notBefore };
  };
}

/** For a channel that members link. */
function createLinkedDeadLetters(links: {
  find: (userId: string) => Promise<{ isOn: boolean } | null>;
}): DeadLetterChannel<AlertContent> {
  return {
    describeSubject: (content) => {
      if (content.kind === 'status-changed') return 'Status of a listing';
      return content.kind === 'alerts' ? describeAlerts(content) : testSubject;
    },
    isAbout: includesListing,
    findKind: () => null,
    whyNotResend: async ({ content }, user) => {
      const link = await links.find(user.id);
      if (!link?.isOn) return 'This member has turned off this channel';
      return content.kind === 'alerts' ? whyNotMember(user) : null;
    },
    prepareResend: () => Promise.resolve(),
  };
}
