import { channelEndpoints } from '#domain/alert/channels.contract.ts';
import { HttpError } from '#server/platform/http/middleware/http-error.ts';
import type { RateLimits } from '#server/platform/http/middleware/rate-limits.ts';
import { type Route, route } from '#server/platform/http/routing/route.ts';
import type { Push } from '../push/subscriptions.ts';
import type { ChannelLink } from './linked/links.ts';
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
    route(channelEndpoints.createTelegramCode, async ({ user, sender: { commandId }, runOnce }) => {
      if (channels.bot === null) throw new HttpError(404, 'This server has no Telegram bot');
      const bot = await channels.bot.readName().catch(() => {
        throw new HttpError(503, 'Telegram cannot be reached at the moment. Please try again later.');
      });
      await runOnce(async () => {
        await limits.change(user.id);
        await channels.codes.create(user.id, commandId);
      });
      const created = await channels.codes.find(commandId);
      if (created === null) throw new HttpError(409, 'This code was used or replaced, or has expired. Get a new one.');
      return { ...created, bot, url: `https://t.me/${bot}?start=${created.code}` };
    }),
    route(channelEndpoints.switchChannel, async ({ user, params: { channel }, body: { isOn } }) => {
      await limits.change(user.id);
      if ((await links.switch(user.id, channel, isOn)) === null) throw new HttpError(404, unknownLink);
      return presentLink(links, user.id, channel);
    }),
    route(channelEndpoints.unlinkChannel, ({ user, params: { channel } }) => links.remove(user.id, channel)),
    route(channelEndpoints.sendTestAlert, async ({ user, params: { channel }, sessionKey, ...call }) => {
      const tester = { userId: user.id, sessionKey, commandId: call.sender.commandId };
      return call.runOnce(async () => {
        await limits.test(user.id);
        const id = await tests.send(channel, tester);
        await firstMinutes.update(user.id, { isChannelChosen: true });
        return { id };
      });
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
  const findSecret = async (userId: string, commandId: string) => {
    const link = await links.find(userId, 'webhook');
    if (link?.target.issuedBy === commandId) return { secret: link.target.secret };
    throw new HttpError(409, 'The secret of this request was replaced or removed since. Make a new one.');
  };
  return [
    route(channelEndpoints.saveWebhook, async ({ user, body: { url }, sender: { commandId }, runOnce }) => {
      const isIssued = await runOnce(async () => {
        await limits.change(user.id);
        await assertWebhookAddress(url, allowPrivate);
        return (await links.save(user.id, 'webhook', moveWebhook(url, commandId)))?.target.issuedBy === commandId;
      });
      return isIssued ? findSecret(user.id, commandId) : { secret: null };
    }),
    route(channelEndpoints.rotateWebhookSecret, async ({ user, sender: { commandId }, runOnce }) => {
      await runOnce(async () => {
        await limits.change(user.id);
        if ((await links.save(user.id, 'webhook', rotateSecret(commandId))) === null)
          throw new HttpError(404, unknownLink);
      });
      return findSecret(user.id, commandId);
    }),
  ];
}

type WebhookLink = ChannelLink<'webhook'>;

/** A first address gets a secret. One that was turned off for its problem is on with the new address. */
function moveWebhook(url: string, commandId: string) {
  const target = { url, secret: createWebhookSecret(), issuedBy: commandId };
  return (link: WebhookLink | null) => {
    if (link === null) return { target };
    if (link.target.issuedBy === commandId) return null;
    return { isOn: link.isOn || link.problem !== null, target: { ...link.target, url } };
  };
}

function rotateSecret(commandId: string) {
  const secret = createWebhookSecret();
  return (link: WebhookLink | null) =>
    link === null || link.target.issuedBy === commandId
      ? null
      : { ...link, target: { ...link.target, secret, issuedBy: commandId } };
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
