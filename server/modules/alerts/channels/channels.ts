import type { ChannelView } from '#domain/alert/channels.contract.ts';
import type { ChannelOutcome } from '#domain/user-details/contract.ts';
import type { UserDoc } from '#projections/users.ts';
import type { OutboxChannel } from '#server/platform/outbox/message-delivery.ts';
import type { Platform } from '#server/platform/modules/platform.ts';
import type { AlertChannel, ChannelDeps } from '../channel-framework/channel.ts';
import { findOutcomes, type OfferedChannel, type SentAlert } from './find-outcomes.ts';
import { createFirstMinutes } from './first-minute.ts';
import { createTestAlerts } from './test-alerts.ts';

export type AlertChannels = ReturnType<typeof createAlertChannels>;

/** All channels, and what concerns each of them in the same way. */
export function createAlertChannels(
  deps: Pick<ChannelDeps, 'clock' | 'outbox'> & Pick<Platform, 'documents' | 'encryptedEvents'>,
  all: AlertChannel[],
) {
  return {
    all,
    tests: createTestAlerts(deps, all),
    firstMinutes: createFirstMinutes(deps),
    /** The channels that this server offers, as one member has set them up. */
    list: async (user: UserDoc): Promise<ChannelView[]> =>
      (await listStates(all, user)).map(({ state: { since: _since, ...view } }) => view),
    /** The outcomes of the alerts of a member on each of them. */
    findOutcomes: async (user: UserDoc, alerts: SentAlert[]): Promise<ChannelOutcome[][]> =>
      findOutcomes(deps, { channels: await listStates(all, user), userId: user.id, alerts }),
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

async function listStates(all: AlertChannel[], user: UserDoc): Promise<OfferedChannel[]> {
  const states = await Promise.all(all.map(({ present }) => present(user)));
  return all.flatMap((channel, nth) => {
    const state = states[nth] ?? null;
    return state === null ? [] : [{ channel, state }];
  });
}
