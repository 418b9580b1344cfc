import type { Config } from '#server/platform/config/config.ts';
import { deriveKey } from '#server/platform/encryption/derive-key.ts';
import type { Platform } from '#server/platform/modules/platform.ts';
import type { Outbox } from '#server/platform/outbox/outbox.ts';
import type { Channel } from '#server/platform/outbox/message-delivery.ts';
import { createPushTransport } from '../push/push-transport.ts';
import type { Push } from '../push/subscriptions.ts';
import { createFirstMinutes } from './first-minute.ts';
import { createChannelLinks, linkKeyPurpose } from './linked/links.ts';
import { createMemberChannel, type MemberChannelDeps } from './linked/member-channel.ts';
import { codeKeyPurpose, createLinkCodes } from './telegram/link-codes.ts';
import { createTelegramClient } from './telegram/telegram-client.ts';
import { createTelegramSender } from './telegram/telegram-sender.ts';
import { startTelegramUpdates } from './telegram/telegram-updates.ts';
import { createTestAlerts } from './test-alerts.ts';
import { createWebhookSender } from './webhook/webhook-sender.ts';

type MemberChannelsDeps = Pick<Platform, 'documents' | 'clock'> & {
  config: Pick<Config, 'telegram' | 'webhookAllowPrivate'>;
  outbox: Outbox;
  push: Push;
  /** CREDENTIAL_KEY, in base64. */
  credentialKey: string;
};

export type MemberChannels = ReturnType<typeof createMemberChannels>;

/** What members link beside email and push, and their tests of all channels. `bot` is null without a token. */
export function createMemberChannels({ config, credentialKey, push, ...deps }: MemberChannelsDeps) {
  const links = createChannelLinks({ ...deps, key: deriveKey(credentialKey, linkKeyPurpose) });
  return {
    links,
    codes: createLinkCodes({ ...deps, key: deriveKey(credentialKey, codeKeyPurpose) }),
    bot: config.telegram && createTelegramClient(config.telegram),
    tests: createTestAlerts({ ...deps, links, subscriptions: push.subscriptions }),
    firstMinutes: createFirstMinutes(deps),
    allowPrivate: config.webhookAllowPrivate,
  };
}

type OutboxChannelsDeps = Omit<MemberChannelDeps, 'links'> & {
  channels: Pick<MemberChannels, 'links' | 'codes' | 'bot' | 'allowPrivate'>;
  /** The address of the site. */
  url: () => string;
};

/** The channels of the outbox that lead to what members have linked. */
export function createLinkedChannels({ channels, url, ...shared }: OutboxChannelsDeps): Channel[] {
  const { links, bot, allowPrivate } = channels;
  const deps = { ...shared, links };
  const webhook = createWebhookSender({ transport: createPushTransport({ allowPrivate }) });
  return [
    createMemberChannel(deps, webhook),
    ...(bot === null ? [] : [createMemberChannel(deps, createTelegramSender({ bot, url }))]),
  ];
}

/** Links the chats of members while it runs; does nothing where there is no bot. */
export function startChatLinking({ channels, url, log }: Pick<OutboxChannelsDeps, 'channels' | 'url' | 'log'>) {
  const { bot, codes, links } = channels;
  if (bot === null) return { stop: () => Promise.resolve() };
  return startTelegramUpdates({ bot, codes, links, url, log });
}
