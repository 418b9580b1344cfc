import { installationStream, isInStream } from '#domain/event-catalog/streams.ts';
import { createSealMailer, createPushTransport, postWebhook, toWebhookRetry } from '#server/modules/alerts/index.ts';
import type { Config } from '#server/platform/config/config.ts';
import type { StoredEvent } from '#server/platform/event-store/port.ts';
import type { Platform } from '#server/platform/modules/platform.ts';
import type { ChannelAdapter } from '#server/platform/outbox/channel-adapter.ts';
import type { OutboxItem } from '#server/platform/outbox/item.ts';
import type { OutboxChannel } from '#server/platform/outbox/message-delivery.ts';
import type { Outbox } from '#server/platform/outbox/outbox.ts';
import { createOutboxSubscriber } from '#server/platform/outbox/outbox-subscriber.ts';
import { createTermCheckpoint } from '#server/platform/subscriptions/checkpoints.ts';
import type { WitnessChannel } from './failing-witness.ts';
import { toWitnessSeal, type WitnessSeal } from './witness-seal.ts';

type WitnessDeps = Pick<Platform, 'events' | 'documents' | 'url'> & {
  outbox: Outbox;
  config: Pick<Config, 'witness' | 'dataDir' | 'mailFrom' | 'smtpUrl'>;
};
type Witness = Pick<ChannelAdapter<WitnessSeal, OutboxItem<WitnessSeal>>, 'send' | 'classifyFailure' | 'close'>;
type WebhookReceiver = NonNullable<Config['witness']['webhook']>;

const secondMs = 1_000;
const minuteMs = 60 * secondMs;
const defaultBackoffMs = [5 * secondMs, minuteMs, 5 * minuteMs, 30 * minuteMs, 60 * minuteMs];

/** Sends each seal to the witnesses that are set, until they accept it. */
export function openWitnesses(deps: WitnessDeps, backoffMs: readonly number[] = defaultBackoffMs): OutboxChannel[] {
  const { webhook, email } = deps.config.witness;
  const channels: OutboxChannel[] = [];
  if (webhook !== null) channels.push(openWitness(deps, 'witness-webhook', createWebhookWitness(webhook), backoffMs));
  if (email !== null) channels.push(openWitness(deps, 'witness-email', createEmailWitness(deps, email), backoffMs));
  return channels;
}

function openWitness(
  { events, documents, outbox }: WitnessDeps,
  channel: WitnessChannel,
  witness: Witness,
  backoffMs: readonly number[],
): OutboxChannel {
  const findInstallation = async () => {
    const [created] = (await events.read(installationStream)).events;
    return created && isInStream(created, 'installation') ? created.data.installationId : '';
  };
  const subscriber = createOutboxSubscriber<WitnessSeal>({
    name: channel,
    handles: ['LogSealed'],
    checkpoint: createTermCheckpoint({ documents, events }, channel),
    collectMs: 0,
    outbox,
    buildItems: async (event) => {
      const content = isInStream(event, 'seal') ? toWitnessSeal(await findInstallation(), event.data) : null;
      return content === null ? [] : [buildItem(channel, event, content)];
    },
  });
  const render = (item: OutboxItem<WitnessSeal>) => Promise.resolve(item);
  return { subscriber, adapter: { channel, concurrency: 1, backoffMs, isPersistent: true, render, ...witness } };
}

function buildItem(channel: WitnessChannel, { id, metadata, position }: StoredEvent, content: WitnessSeal) {
  const createdAt = metadata.at;
  return { id: `${channel}/${id}`, channel, userId: '', createdAt, position, due: Date.parse(createdAt), content };
}

/** The operator chooses its address, so that it may be a private one. */
function createWebhookWitness(receiver: WebhookReceiver): Witness {
  const transport = createPushTransport({ allowPrivate: true });
  return {
    send: ({ id, content }) => postWebhook(transport, receiver, { id, payload: content }),
    classifyFailure: toWebhookRetry,
    close: transport.close,
  };
}

function createEmailWitness(deps: WitnessDeps, to: string): Witness {
  const mailer = createSealMailer(deps, to);
  return {
    send: ({ id, createdAt, content }) => {
      const { at, treeSize } = content;
      return mailer.send({ id, createdAt, at, treeSize, line: JSON.stringify(content) });
    },
    classifyFailure: (error) => ({ kind: 'retry', reason: error instanceof Error ? error.message : 'Unknown failure' }),
    close: mailer.close,
  };
}
