import { randomUUID } from 'node:crypto';
import { alert } from '#domain/alert/decider.ts';
import type { AlertMode } from '#domain/alert/events.ts';
import { createMatchCommand, exampleListing } from '#domain/alert/testing/examples.ts';
import { alertStream } from '#domain/event-catalog/streams.ts';
import { loadConfig } from '#server/platform/config/config.ts';
import { startMessageDelivery } from '#server/platform/outbox/message-delivery.ts';
import { createTestPush } from '../../matching/testing/pipeline-fixture.ts';
import { openTestStores } from '../../matching/testing/test-stores.ts';
import { createPushTransport } from '../../push/push-transport.ts';
import { createMemberChannel } from '../linked/member-channel.ts';
import { createMemberChannels, startChatLinking } from '../member-channels.ts';
import { createTelegramSender } from '../telegram/telegram-sender.ts';
import { createWebhookSender } from '../webhook/webhook-sender.ts';
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
  const push = createTestPush(stores);
  const credentialKey = Buffer.alloc(32, 9).toString('base64');
  const channels = createMemberChannels({ ...stores, config, push, credentialKey });
  const { links, bot } = channels;
  if (bot === null) throw new Error('The fixture has a bot');
  const deps = { ...stores, links };
  const senders = [
    createMemberChannel(deps, { ...createTelegramSender({ bot, url }), backoffMs }),
    createMemberChannel(
      deps,
      createWebhookSender({ transport: createPushTransport({ allowPrivate: true }), backoffMs }),
    ),
  ];
  const delivery = await startMessageDelivery(stores, senders, stores.run);
  const startLinking = () => startChatLinking({ channels, url, log: stores.log });
  let linking = startLinking();

  return {
    stores,
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
      linking = startLinking();
    },
    close: async () => {
      await linking.stop();
      await delivery.stop();
      await Promise.all([telegram.close(), webhook.close()]);
      await stores.close();
    },
  };
}
