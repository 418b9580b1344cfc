import { randomBytes } from 'node:crypto';
import { loadConfig } from '#server/platform/config/config.ts';
import { createTemporaryPasswords } from '#server/modules/users/passwords/temporary-passwords.ts';
import { createIntake } from '#server/modules/intake/pipeline/intake.ts';
import { createMailLinks } from '../../channels/email/signed-links.ts';
import type { EmailMessage } from '../../channels/email/transport/mail.ts';
import { openMailOutbox } from '../../channels/email/mail-outbox.ts';
import { startMessageDelivery } from '#server/platform/outbox/testing/message-delivery.ts';
import { openPushOutbox } from '../../channels/push/push-outbox.ts';
import { createPush } from '../../channels/push/subscriptions.ts';
import type { PushRequest } from '../../channels/push/push-transport.ts';
import { startMatchingWorker } from '../matching-worker.ts';
import type { TestStores } from './test-stores.ts';
import { createEmailRegistry } from '#server/modules/users/accounts/email-registry.ts';

const key = randomBytes(32);
const backoffMs = [5];
const url = () => 'https://scout.example.com';
const config = loadConfig({ PUBLIC_URL: url() });
const sessions = { onEnded: () => undefined, isAlive: () => Promise.resolve(true) };
const vapid = { vapid: null, vapidSubject: 'mailto:ops@example.com', publicUrl: null, admin: null };

/** What was sent: accepted mails, and pushes. */
export type SentMessages = { mails: EmailMessage[]; pushes: PushRequest[] };

export const createTestPush = (testStores: TestStores) =>
  createPush({ ...testStores, sessions, config: vapid, seed: key });

/** The whole pipeline from an item to the users, on these stores: intake, scout, emails and pushes. */
export async function startPipeline(testStores: TestStores, sent: SentMessages) {
  const { events, clock } = testStores;
  const temporaryPasswords = createTemporaryPasswords({ events, clock, key });
  const stops: (() => Promise<void>)[] = [];
  const stop = async () => {
    for (const end of stops.splice(0).toReversed()) await end().catch(() => undefined);
  };
  try {
    const scout = await startMatchingWorker(testStores, testStores.run);
    stops.push(scout.stop);
    const push = openPushOutbox(
      { ...testStores, viewStore: testStores.views, push: createTestPush(testStores) },
      {
        transport: {
          send: (request) => {
            sent.pushes.push(request);
            return Promise.resolve({ status: 201, retryAfter: null });
          },
          close: () => Promise.resolve(),
        },
        backoffMs,
      },
    );
    const email = openMailOutbox({
      context: {
        ...testStores,
        viewStore: testStores.views,
        config,
        temporaryPasswords,
        emails: createEmailRegistry({ ...testStores, key: () => key }),
      },
      outbox: testStores.outbox,
      links: createMailLinks({ key: () => key, url }),
      contents: { pictures: { read: () => Promise.resolve(null) }, findSeller: () => Promise.resolve(null) },
      url,
      transport: { send: (mail) => Promise.resolve(void sent.mails.push(mail)), close: () => undefined },
      timing: { collectMs: 0, quietMs: 5, maxWaitMs: 50, digestHoldMs: 20 },
      backoffMs,
    });
    stops.push((await startMessageDelivery(testStores, [email, push], testStores.run)).stop);
    const intake = createIntake(testStores);
    stops.push(intake.stop);
    await intake.ready;
    return { intake, scout, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
