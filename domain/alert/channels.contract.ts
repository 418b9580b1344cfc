import * as z from 'zod';
import { defineEndpoints } from '#domain/shared/endpoint.contract.ts';

/**
 * The channels by which alerts reach a member, by their name in the outbox: how sentences call each, its name among the
 * queues of the scout, whether members link a receiver of their own, and where a test alert went.
 */
export const channels = {
  mail: {
    label: 'email',
    queue: 'mails',
    isLinked: false,
    test: { by: 'by email', where: 'Check your inbox, and the spam folder.' },
  },
  push: {
    label: 'notifications',
    queue: 'pushes',
    isLinked: false,
    test: { by: 'on this device', where: 'It shows as a notification.' },
  },
  telegram: {
    label: 'Telegram',
    queue: 'telegram',
    isLinked: true,
    test: { by: 'by Telegram', where: 'Look into your chat with the bot.' },
  },
  webhook: {
    label: 'your webhook',
    queue: 'webhooks',
    isLinked: true,
    test: { by: 'to your webhook', where: 'Your server accepted it.' },
  },
} as const;
export type ChannelName = keyof typeof channels;
type ChannelQueue = (typeof channels)[ChannelName]['queue'];
export type LinkedChannel = {
  [N in ChannelName]: (typeof channels)[N]['isLinked'] extends true ? N : never;
}[ChannelName];

export const channelNames = Object.keys(channels) as ChannelName[];
/** `values` are in the order of `channelNames`. */
export const toQueueRecord = <T>(values: readonly T[]) =>
  Object.fromEntries(channelNames.map((name, index) => [channels[name].queue, values[index]])) as Record<
    ChannelQueue,
    T
  >;
export const linkedChannels = channelNames.filter((name): name is LinkedChannel => channels[name].isLinked);

/** A channel as its member sees it. */
export const channelView = z.object({
  channel: z.enum(channelNames),
  isOn: z.boolean(),
  /** Where it leads: an email address, a name in Telegram, the address of a webhook; null where nothing is set up. */
  target: z.string().nullable(),
  /** What keeps alerts from arriving, and what to do, as sentences; null where nothing does. */
  problem: z.string().nullable(),
});
export type ChannelView = z.infer<typeof channelView>;

/** How long a code links a chat, in minutes. */
export const linkCodeMinutes = 15;

/** The code is sent to the bot by opening `url`, or by typing `/start` and the code. `expiresAt` is ISO 8601. */
export const telegramCode = z.object({ code: z.string(), url: z.string(), bot: z.string(), expiresAt: z.string() });
export type TelegramCode = z.infer<typeof telegramCode>;

const webhookUrlError = 'Enter the https:// address of your server';
export const webhookBody = z.object({
  url: z.string(webhookUrlError).trim().max(2000, 'The address must be at most 2,000 characters'),
});

/** `whsec_` and base64, as Standard Webhooks have it. It is shown when it is made; null where it stays as it was. */
export const webhookSecret = z.object({ secret: z.string().nullable() });

/** `sending` until it was accepted or refused; a test that is tried again after a failure has a `reason`. */
export const testResult = z.object({
  state: z.enum(['sending', 'sent', 'failed']),
  /** Why it failed, as a sentence. */
  reason: z.string().nullable(),
});
export type TestResult = z.infer<typeof testResult>;

/** What a new member has done and chosen. */
export const firstMinute = z.object({
  /** Whether a channel was saved or tested. */
  isChannelChosen: z.boolean(),
  /** Whether the checklist has ended: the member dismissed it, or got a first alert. */
  isDismissed: z.boolean(),
});
export type FirstMinute = z.infer<typeof firstMinute>;

const channelParams = <N extends ChannelName>(names: readonly N[]) =>
  z.object({ channel: z.enum(names, `channel must be one of ${names.join(', ')}`) });
const linkedChannel = channelParams(linkedChannels);

export const channelEndpoints = defineEndpoints('Channels', {
  listChannels: {
    method: 'get',
    path: '/api/channels',
    access: 'signed-in',
    description: 'A channel that this server does not offer is left out.',
    response: z.array(channelView),
  },
  createTelegramCode: {
    method: 'post',
    path: '/api/channels/telegram/code',
    access: 'signed-in',
    description:
      'A new code replaces the one before; 404 where the server has no bot. The same Idempotency-Key gets the same code, or 409 once it was used, was replaced or has expired.',
    status: 201,
    response: telegramCode,
    errors: [404, 409, 503],
  },
  saveWebhook: {
    method: 'put',
    path: '/api/channels/webhook/address',
    access: 'signed-in',
    description:
      'The secret is answered when the webhook is new. The same Idempotency-Key gets the same secret, or 409 once that is not the secret any more.',
    errors: [409],
    body: webhookBody,
    response: webhookSecret,
  },
  rotateWebhookSecret: {
    method: 'post',
    path: '/api/channels/webhook/secret',
    access: 'signed-in',
    description: 'The same Idempotency-Key gets the same secret, or 409 once that is not the secret any more.',
    response: webhookSecret,
    errors: [404, 409],
  },
  switchChannel: {
    method: 'patch',
    path: '/api/channels/:channel',
    access: 'signed-in',
    params: linkedChannel,
    body: z.object({ isOn: z.boolean('isOn must be true or false') }),
    response: channelView,
    errors: [404],
  },
  unlinkChannel: {
    method: 'delete',
    path: '/api/channels/:channel',
    access: 'signed-in',
    params: linkedChannel,
    status: 204,
  },
  sendTestAlert: {
    method: 'post',
    path: '/api/channels/:channel/test',
    access: 'signed-in',
    params: channelParams(channelNames),
    description:
      'Sent at once, also in quiet hours and without a membership. The same Idempotency-Key sends one, and gets the same answer.',
    status: 202,
    response: z.object({ id: z.string() }),
    errors: [409, 429],
  },
  getTestResult: {
    method: 'get',
    path: '/api/channels/tests/:id',
    access: 'signed-in',
    response: testResult,
    errors: [404],
  },
  getFirstMinute: { method: 'get', path: '/api/first-minute', access: 'signed-in', response: firstMinute },
  updateFirstMinute: {
    method: 'patch',
    path: '/api/first-minute',
    access: 'signed-in',
    body: firstMinute.partial(),
    response: firstMinute,
  },
});
