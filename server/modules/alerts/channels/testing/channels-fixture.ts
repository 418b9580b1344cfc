import { randomUUID } from 'node:crypto';
import { alert } from '#domain/alert/decider.ts';
import type { AlertMode } from '#domain/alert/events.ts';
import { createMatchCommand, exampleListing } from '#domain/alert/testing/examples.ts';
import { alertStream } from '#domain/event-catalog/streams.ts';
import { createRateLimits } from '#server/platform/http/middleware/rate-limits.ts';
import { loadConfig } from '#server/platform/config/config.ts';
import { startMessageDelivery } from '#server/platform/outbox/testing/message-delivery.ts';
import { createTestPush } from '../../matching/testing/pipeline-fixture.ts';
import { openTestStores } from '../../matching/testing/test-stores.ts';
import { createAlertChannels } from '../channels.ts';
import { createTelegramChannel } from '../telegram/channel.ts';
import { createWebhookChannel } from '../webhook/channel.ts';
import { botToken, startFakeTelegram } from './fake-telegram.ts';
import { startFakeWebhook } from './fake-webhook.ts';

const url = () => 'https://scout.example.com';
export const zipCode = '48201';

export type ChannelsFixture = Awaited<ReturnType<typeof startChannelsFixture>>;

/** Telegram and webhook channels on stores of their own, with fake servers at the other end. */
export async function startChannelsFixture({ backoffMs = [5, 5, 5] }: { backoffMs?: readonly number[] } = {}) {
  const stores = await openTestStores();
  const telegram = await startFakeTelegram();
  const webhook = await startFakeWebhook();
  const config = loadConfig({
    NODE_ENV: 'test',
    TELEGRAM_BOT_TOKEN: botToken,
    TELEGRAM_API_URL: telegram.url,
    WEBHOOK_ALLOW_PRIVATE: 'on',
  });
  const keys = { credentials: Buffer.alloc(32, 9).toString('base64'), sessions: '' };
  const limits = createRateLimits(config.rates);
  const deps = { ...stores, viewStore: stores.views, config, keys, limits, url, push: createTestPush(stores) };
  const channels = {
    telegram: createTelegramChannel(deps, { backoffMs }),
    webhook: createWebhookChannel(deps, { backoffMs }),
  };
  const { open, receive } = createAlertChannels(deps, Object.values(channels));
  const delivery = await startMessageDelivery(stores, await open(), stores.run);
  let linking = receive();

  return {
    stores,
    deps,
    telegram,
    webhook,
    channels,
    /** Delivers a listing to these members; resolves with the id of the listing. */
    deliverAlert: async (userIds: string[], mode: AlertMode = 'immediate', title = 'Inherited house') => {
      const listingId = randomUUID();
      const tell = (command: Parameters<typeof alert.decide>[0]) =>
        stores.handle(alert, alertStream(listingId, 0), command, { actor: 'scout', commandId: randomUUID() });
      await tell(createMatchCommand({ listingId, userIds, mode, listing: { ...exampleListing, title } }));
      const at = stores.clock().toISOString();
      await tell({ type: 'DeliverDigest', data: { userIds, foundAt: at, at } });
      return listingId;
    },
    restartLinking: async () => {
      await linking.stop();
      linking = receive();
    },
    close: async () => {
      await linking.stop();
      await delivery.stop();
      await Promise.all([telegram.close(), webhook.close()]);
      await stores.close();
    },
  };
}
