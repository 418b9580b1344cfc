import type { ChannelView } from '#domain/alert/channels.contract.ts';
import type { Documents } from '#projections/store/port.ts';
import type { UserDoc } from '#projections/users.ts';
import { isBouncing } from '../email/bounces.ts';
import type { Push } from '../push/subscriptions.ts';
import { type ChannelLinks, describeTarget, type LinkedChannel } from './linked/links.ts';
import type { MemberChannels } from './member-channels.ts';

export type ListChannelsDeps = {
  documents: Documents;
  push: Pick<Push, 'subscriptions'>;
  channels: Pick<MemberChannels, 'links' | 'bot'>;
};

/** The channels that this server offers, as one member has set them up. */
export async function listChannels(deps: ListChannelsDeps, user: UserDoc): Promise<ChannelView[]> {
  const { links, bot } = deps.channels;
  return Promise.all([
    presentMail(deps, user),
    presentPush(deps, user.id),
    ...(bot === null ? [] : [presentLink(links, user.id, 'telegram')]),
    presentLink(links, user.id, 'webhook'),
  ]);
}

async function presentMail({ documents }: ListChannelsDeps, user: UserDoc): Promise<ChannelView> {
  const problem = (await isBouncing(documents, user))
    ? 'Our emails to this address bounced. Enter another one under Update Credentials.'
    : null;
  return { channel: 'mail', isOn: user.alertMails, target: user.email, problem };
}

async function presentPush({ push }: ListChannelsDeps, userId: string): Promise<ChannelView> {
  const browsers = await push.subscriptions.listByUser(userId);
  return { channel: 'push', isOn: browsers.length > 0, target: null, problem: null };
}

export async function presentLink(links: ChannelLinks, userId: string, channel: LinkedChannel): Promise<ChannelView> {
  const link = await links.find(userId, channel);
  if (link === null) return { channel, isOn: false, target: null, problem: null };
  return { channel, isOn: link.isOn, target: describeTarget(link.target), problem: link.problem };
}
