import { channelEndpoints } from '#domain/alert/channels.contract.ts';
import { HttpError } from '#server/platform/http/middleware/http-error.ts';
import type { RateLimits } from '#server/platform/http/middleware/rate-limits.ts';
import { type Route, route } from '#server/platform/http/routing/route.ts';
import type { Push } from '../push/subscriptions.ts';
import { type ListChannelsDeps, listChannels, presentLink } from './list-channels.ts';
import type { MemberChannels } from './member-channels.ts';
import { assertWebhookAddress, createWebhookSecret } from './webhook/webhook-address.ts';

type ChannelRouteDeps = ListChannelsDeps & {
  limits: Pick<RateLimits, 'test' | 'change'>;
  channels: MemberChannels;
  push: Pick<Push, 'subscriptions'>;
};

/** Lets members link, switch and test the ways by which alerts reach them. */
export function channelRoutes(deps: ChannelRouteDeps): Route[] {
  const { limits, channels } = deps;
  const { links, tests, firstMinutes } = channels;
  return [
    route(channelEndpoints.listChannels, ({ user }) => listChannels(deps, user)),
    ...webhookRoutes(deps),
    route(channelEndpoints.createTelegramCode, async ({ user }) => {
      if (channels.bot === null) throw new HttpError(404, 'This server has no Telegram bot');
      await limits.change(user.id);
      const bot = await channels.bot.readName().catch(() => {
        throw new HttpError(503, 'Telegram cannot be reached at the moment. Please try again later.');
      });
      const { code, expiresAt } = await channels.codes.create(user.id);
      return { code, bot, url: `https://t.me/${bot}?start=${code}`, expiresAt };
    }),
    route(channelEndpoints.switchChannel, async ({ user, params: { channel }, body: { isOn } }) => {
      await limits.change(user.id);
      if ((await links.switch(user.id, channel, isOn)) === null) throw new HttpError(404, unknownLink);
      return presentLink(links, user.id, channel);
    }),
    route(channelEndpoints.unlinkChannel, ({ user, params: { channel } }) => links.remove(user.id, channel)),
    route(channelEndpoints.sendTestAlert, async ({ user, params: { channel }, sessionKey }) => {
      await limits.test(user.id);
      const id = await tests.send(channel, { userId: user.id, sessionKey });
      await firstMinutes.update(user.id, { isChannelChosen: true });
      return { id };
    }),
    route(channelEndpoints.getTestResult, async ({ user, params: { id } }) => {
      const result = await tests.findResult(id, user.id);
      if (result === null) throw new HttpError(404, 'No such test alert');
      return result;
    }),
    route(channelEndpoints.getFirstMinute, async ({ user }) => {
      const { isChannelChosen, isDismissed } = await firstMinutes.find(user.id);
      return { isChannelChosen: isChannelChosen || (await hasLink(deps, user.id)), isDismissed };
    }),
    route(channelEndpoints.updateFirstMinute, async ({ user, body }) => {
      await limits.change(user.id);
      return firstMinutes.update(user.id, body);
    }),
  ];
}

function webhookRoutes({ limits, channels }: Pick<ChannelRouteDeps, 'limits' | 'channels'>): Route[] {
  const { links, allowPrivate } = channels;
  const saveSecret = async (userId: string, url: string) => {
    const secret = createWebhookSecret();
    await links.save(userId, 'webhook', { url, secret });
    return { secret };
  };
  return [
    route(channelEndpoints.saveWebhook, async ({ user, body: { url } }) => {
      await limits.change(user.id);
      await assertWebhookAddress(url, allowPrivate);
      const known = await links.find(user.id, 'webhook');
      if (known === null) return saveSecret(user.id, url);
      await links.save(user.id, 'webhook', { ...known.target, url });
      return { secret: null };
    }),
    route(channelEndpoints.rotateWebhookSecret, async ({ user }) => {
      await limits.change(user.id);
      const known = await links.find(user.id, 'webhook');
      if (known === null) throw new HttpError(404, unknownLink);
      return saveSecret(user.id, known.target.url);
    }),
  ];
}

async function hasLink({ channels: { links }, push }: ChannelRouteDeps, userId: string): Promise<boolean> {
  const found = await Promise.all([
    links.find(userId, 'telegram'),
    links.find(userId, 'webhook'),
    push.subscriptions.listByUser(userId).then(([first]) => first ?? null),
  ]);
  return found.some((one) => one !== null);
}

const unknownLink = 'This channel is not set up';
