import { channelEndpoints } from '#domain/alert/channels.contract.ts';
import { HttpError } from '#server/platform/http/middleware/http-error.ts';
import { type Route, route } from '#server/platform/http/routing/route.ts';
import { createPushTransport } from '../push/push-transport.ts';
import type { ChannelDeps } from '../../channel-framework/channel.ts';
import { createLinkedChannel, type SenderTiming } from '../linked/linked-channel.ts';
import { type ChannelLink, type ChannelLinks, createChannelLinks, unknownLink } from '../linked/links.ts';
import { assertWebhookAddress, createWebhookSecret } from './webhook-address.ts';
import { buildStatusItems, statusTypes } from './status-items.ts';
import { createWebhookSender, type WebhookTarget } from './webhook-sender.ts';

type WebhookLink = ChannelLink<WebhookTarget>;

const statusItems = { types: statusTypes, buildItems: buildStatusItems };

/** Signed calls of the servers of members. */
export function createWebhookChannel(deps: ChannelDeps, timing: SenderTiming = {}) {
  const { webhookAllowPrivate: allowPrivate } = deps.config;
  const describeTarget = ({ url }: WebhookTarget) => url;
  const links = createChannelLinks<WebhookTarget>(deps, { channel: 'webhook', describeTarget });
  const createSender = () => createWebhookSender({ transport: createPushTransport({ allowPrivate }), ...timing });
  return {
    ...createLinkedChannel(deps, { name: 'webhook', links, createSender, otherItems: statusItems }),
    links,
    settings: webhookRoutes(deps, links),
  };
}

function webhookRoutes({ limits, config }: ChannelDeps, links: ChannelLinks<WebhookTarget>): Route[] {
  const findSecret = async (userId: string, commandId: string) => {
    const link = await links.find(userId);
    if (link?.target.issuedBy === commandId) return { secret: link.target.secret };
    throw new HttpError(409, 'The secret of this request was replaced or removed since. Make a new one.');
  };
  return [
    route(channelEndpoints.saveWebhook, async ({ user, body: { url }, sender: { commandId }, runOnce }) => {
      const isIssued = await runOnce(async () => {
        await limits.change(user.id);
        await assertWebhookAddress(url, config.webhookAllowPrivate);
        return (await links.save(user.id, moveWebhook(url, commandId)))?.target.issuedBy === commandId;
      });
      return isIssued ? findSecret(user.id, commandId) : { secret: null };
    }),
    route(channelEndpoints.rotateWebhookSecret, async ({ user, sender: { commandId }, runOnce }) => {
      await runOnce(async () => {
        await limits.change(user.id);
        if ((await links.save(user.id, rotateSecret(commandId))) === null) throw new HttpError(404, unknownLink);
      });
      return findSecret(user.id, commandId);
    }),
  ];
}

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
