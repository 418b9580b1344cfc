import type { ChannelView } from '#domain/alert/channels.contract.ts';
import type { UserDoc } from '#projections/users.ts';
import type { OutboxChannel } from '#server/platform/outbox/message-delivery.ts';
import type { AlertChannel, ChannelDeps } from '../channel-framework/channel.ts';
import { createFirstMinutes } from './first-minute.ts';
import { createTestAlerts } from './test-alerts.ts';

export type AlertChannels = ReturnType<typeof createAlertChannels>;

/** All channels, and what concerns each of them in the same way. */
export function createAlertChannels(deps: Pick<ChannelDeps, 'documents' | 'clock' | 'outbox'>, all: AlertChannel[]) {
  return {
    all,
    tests: createTestAlerts(deps, all),
    firstMinutes: createFirstMinutes(deps),
    /** The channels that this server offers, as one member has set them up. */
    list: async (user: UserDoc): Promise<ChannelView[]> =>
      (await Promise.all(all.map(({ present }) => present(user)))).filter((view) => view !== null),
    /** What sends the messages of each channel. */
    open: async (): Promise<OutboxChannel[]> =>
      (await Promise.all(all.map(({ open }) => open()))).filter((opened) => opened !== null),
    /** Receives what members write to channels, until stopped. */
    receive: () => {
      const running = all.flatMap(({ receive }) => receive?.() ?? []);
      return {
        stop: async () => {
          await Promise.all(running.map(({ stop }) => stop()));
        },
      };
    },
    /** What a member's file of their data says of the receivers that they have linked. */
    exportTargets: async (userId: string) => {
      const targets = all.map(async ({ links }) => (await links?.exportTarget(userId)) ?? null);
      return (await Promise.all(targets)).filter((target) => target !== null);
    },
  };
}
