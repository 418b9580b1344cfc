import { channelEndpoints, type ChannelView } from '#domain/alert/channels.contract.ts';
import { hasMemberListings } from '#projections/lists/member-listing-pages.ts';
import type { ViewReader } from '#projections/store/port.ts';
import { HttpError } from '#server/platform/http/middleware/http-error.ts';
import type { RateLimits } from '#server/platform/http/middleware/rate-limits.ts';
import { type Route, route } from '#server/platform/http/routing/route.ts';
import type { AlertChannels } from './channels.ts';
import { unknownLink } from './linked/links.ts';

type ChannelRouteDeps = { limits: Pick<RateLimits, 'test' | 'change'>; channels: AlertChannels; views: ViewReader };

/** Lets members link, switch and test the ways by which alerts reach them. */
export function channelRoutes({ limits, channels, views }: ChannelRouteDeps): Route[] {
  const { all, tests, firstMinutes } = channels;
  const findLinks = (channel: string) => {
    const links = all.find(({ name }) => name === channel)?.links;
    if (links === undefined) throw new HttpError(404, unknownLink);
    return links;
  };
  return [
    route(channelEndpoints.listChannels, ({ user }) => channels.list(user)),
    ...all.flatMap(({ settings = [] }) => settings),
    route(channelEndpoints.switchChannel, async ({ user, params: { channel }, body: { isOn } }) => {
      await limits.change(user.id);
      const links = findLinks(channel);
      if ((await links.switch(user.id, isOn)) === null) throw new HttpError(404, unknownLink);
      return links.present(user.id);
    }),
    route(channelEndpoints.unlinkChannel, ({ user, params: { channel } }) => findLinks(channel).remove(user.id)),
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
      return {
        isChannelChosen: isChannelChosen || (await channels.list(user)).some(isSetUp),
        isDismissed: isDismissed || (await hasMemberListings(views, user.id)),
      };
    }),
    route(channelEndpoints.updateFirstMinute, async ({ user, body }) => {
      await limits.change(user.id);
      return firstMinutes.update(user.id, body);
    }),
  ];
}

/** Whether the member has set it up: an account always has its email. */
function isSetUp({ channel, isOn, target }: ChannelView): boolean {
  return channel !== 'mail' && (isOn || target !== null);
}
