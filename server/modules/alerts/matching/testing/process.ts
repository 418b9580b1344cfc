import { randomBytes } from 'node:crypto';
import { loadConfig } from '#server/platform/config/config.ts';
import { openTemporaryPasswords } from '#server/modules/users/passwords/temporary.ts';
import { createIntake } from '#server/modules/intake/pipeline/intake.ts';
import { createMailLinks } from '../../email/links.ts';
import type { Message } from '../../email/transport/mail.ts';
import { startPost } from '../../email/post.ts';
import { startPush } from '../../push/push.ts';
import { openPush } from '../../push/subscriptions.ts';
import type { PushRequest } from '../../push/transport.ts';
import { startScout } from '../scout.ts';
import type { House } from './house.ts';
import { createEmails } from '#server/modules/users/accounts/emails.ts';

const key = randomBytes(32);
const url = () => 'https://scout.example.com';
const config = loadConfig({ PUBLIC_URL: url() });
const sessions = { onEnded: () => undefined, isAlive: () => Promise.resolve(true) };
const vapid = { vapid: null, vapidSubject: 'mailto:ops@example.com', publicUrl: null, admin: null };

/** What left the house: mails that were accepted, and pushes. */
export type Sent = { mails: Message[]; pushes: PushRequest[] };

export const pushOf = (house: House) => openPush({ ...house, sessions, config: vapid, seed: key });

/** All that stands between an item and the people, on these stores: intake, scout, post and pushes. */
export async function openProcess(house: House, sent: Sent) {
  const { events, clock } = house;
  const temporaryPasswords = openTemporaryPasswords({ events, clock, key });
  const stops: (() => Promise<void>)[] = [];
  const stop = async () => {
    for (const end of stops.splice(0).toReversed()) await end().catch(() => undefined);
  };
  try {
    const scout = await startScout(house);
    stops.push(scout.stop);
    const push = await startPush({
      ...house,
      push: pushOf(house),
      transport: {
        send: (request) => {
          sent.pushes.push(request);
          return Promise.resolve({ status: 201, retryAfter: null });
        },
        close: () => Promise.resolve(),
      },
      pauseAfter: () => 5,
    });
    stops.push(push.stop);
    const post = await startPost({
      context: { ...house, config, temporaryPasswords, emails: createEmails({ ...house, key: () => key }) },
      links: createMailLinks({ key: () => key, url }),
      url,
      transport: { send: (mail) => Promise.resolve(void sent.mails.push(mail)), close: () => undefined },
      timing: { quiet: 5, most: 50, digestMost: 50 },
      pauses: [5],
    });
    stops.push(post.stop);
    const intake = createIntake(house);
    stops.push(intake.stop);
    await intake.ready;
    return { intake, scout, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
