import type { ChannelName } from '#domain/alert/channels.contract.ts';

export const channelTitles: Record<ChannelName, string> = {
  mail: 'Email',
  push: 'Notifications',
  telegram: 'Telegram',
  webhook: 'Webhook',
};
