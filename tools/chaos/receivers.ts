import { buffer } from 'node:stream/consumers';
import { startTestSmtpServer } from '#server/modules/alerts/channels/email/testing/smtp-server.ts';
import { startFakeWebhook } from '#server/modules/alerts/channels/testing/fake-webhook.ts';
import { startPushService } from '#server/modules/alerts/channels/push/testing/push-service.ts';
import { createPushBrowser, type PushBrowser } from '#server/modules/alerts/channels/push/testing/push-browser.ts';
import { delay } from '#server/lib/delay.ts';
import { findHouses, type Message } from './outcome.ts';

/** One mail in this many is slow to be accepted, and another is refused for now. */
const slowEvery = 23;
const refusedEvery = 61;
const slowMs = 1_500;

/** A mail server, a push service and the server of a member, which refuse and delay some of what arrives. */
export async function startReceivers() {
  const mails: Message[] = [];
  const browsers = new Map<string, { userId: string; browser: PushBrowser }>();
  let mailCount = 0;
  const smtp = await startTestSmtpServer({
    onData: (stream, { envelope: { rcptTo } }, done) => {
      const take = async (raw: Buffer) => {
        mailCount += 1;
        const isAccepted = mailCount % refusedEvery !== 0;
        if (mailCount % slowEvery === 0) await delay(slowMs);
        mails.push(...rcptTo.map(({ address }) => toMail(raw.toString(), address, isAccepted)));
        done(isAccepted ? null : Object.assign(new Error('Try again later'), { responseCode: 451 }));
      };
      // A sender may be killed while it sends.
      buffer(stream).then(take, () => undefined);
    },
  });
  const refusals = createRefusals();
  const [push, webhook] = await Promise.all([
    startPushService((topic) => refusals.isRefused('push', topic)),
    startFakeWebhook((id) => refusals.isRefused('webhook', id)),
  ]);

  return {
    smtpUrl: `smtp://127.0.0.1:${smtp.port}`,
    pushUrl: push.url,
    webhookUrl: webhook.url,
    /** A new browser of a user at the push service. */
    createBrowser: (userId: string) => {
      const browser = createPushBrowser();
      browsers.set(new URL(browser.subscription.endpoint).pathname, { userId, browser });
      return browser.subscription;
    },
    refuseNext: refusals.refuseNext,
    listMessages: (webhookUser: string): Message[] => [
      ...mails,
      ...push.pushed.flatMap(({ path, body, at }) => {
        const to = browsers.get(path);
        if (to === undefined) return [];
        const message = to.browser.read(body);
        const shared = { channel: 'push' as const, to: to.userId, more: 0, isAccepted: true };
        return [{ ...shared, at, id: `${path} ${message.tag}`, houses: findHouses(message.body) }];
      }),
      ...webhook.received.map(({ headers, body, at, status }): Message => {
        const shared = { channel: 'webhook' as const, to: webhookUser, more: 0, isAccepted: status < 300 };
        return { ...shared, at, id: String(headers['webhook-id']), houses: findHouses(body) };
      }),
    ],
    close: async () => {
      await Promise.all([smtp.close(), push.close(), webhook.close()]);
    },
  };
}

/** Refusals for now. A message that was refused again would wait far longer than a run does. */
function createRefusals() {
  const refused = new Set<string>();
  const armed = new Set<string>();
  return {
    /** Whether the next message of each channel is refused that was not refused before. */
    refuseNext: (isRefused: boolean): void => {
      armed.clear();
      if (isRefused) for (const channel of ['push', 'webhook']) armed.add(channel);
    },
    isRefused: (channel: string, id: string): boolean => {
      const message = `${channel} ${id}`;
      if (refused.has(message) || !armed.delete(channel)) return false;
      refused.add(message);
      return true;
    },
  };
}

/** `to` is an address: the users are known at the end. */
function toMail(raw: string, to: string, isAccepted: boolean): Message {
  const text = raw.replaceAll('=\r\n', '').replaceAll('=3D', '=');
  return {
    at: performance.now(),
    channel: 'mail',
    to,
    id: /^message-id:\s*(\S+)/im.exec(raw)?.[1] ?? 'none',
    houses: findHouses(text),
    more: Number(/See (\d+) more/.exec(text)?.[1] ?? 0),
    isAccepted,
  };
}
