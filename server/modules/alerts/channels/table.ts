import type { ChannelName } from '#domain/alert/channels.contract.ts';
import { createMailChannel, type MailChannelDeps } from './email/mail-channel.ts';
import { createPushChannel } from './push/push-channel.ts';
import type { Push } from './push/subscriptions.ts';
import type { AlertChannel } from '../channel-framework/channel.ts';
import { createTelegramChannel } from './telegram/channel.ts';
import { createWebhookChannel } from './webhook/channel.ts';

/** Every channel of `channels` in domain/alert/channels.contract.ts. */
export const channelTable = {
  mail: createMailChannel,
  push: createPushChannel,
  telegram: createTelegramChannel,
  webhook: createWebhookChannel,
} satisfies Record<ChannelName, (deps: MailChannelDeps & { push: Push }) => AlertChannel>;
