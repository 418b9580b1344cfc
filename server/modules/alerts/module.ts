import type { EmailReversal } from '#server/modules/users/index.ts';
import { deriveKey } from '#server/platform/encryption/derive-key.ts';
import { defineModule, type NeedsOf } from '#server/platform/modules/module.ts';
import type { Platform } from '#server/platform/modules/platform.ts';
import { createOutbox } from '#server/platform/outbox/outbox.ts';
import { createDeadLetterService } from './dead-letters/dead-letter-service.ts';
import type { startResendRuns } from './dead-letters/resend-all.ts';
import { deadLetterRoutes } from './dead-letters/routes.ts';
import { createBounceRegistry } from './email/bounces.ts';
import type { createEmailChannel } from './email/email-channel.ts';
import { emailChangeRoutes } from './email/email-change-routes.ts';
import { mailLinkRoutes } from './email/link-routes.ts';
import type { MailContents } from './email/render-content.ts';
import { createMailLinks, type MailLinks } from './email/signed-links.ts';
import { createDealFinder } from './listings/find-deal.ts';
import { type RecentListingsSearch, startRecentListingsSearch } from './listings/recent-listings-search.ts';
import { listingRoutes } from './listings/routes.ts';
import { createLinkedChannels, createMemberChannels, startChatLinking } from './member-channels/member-channels.ts';
import { channelRoutes } from './member-channels/routes.ts';
import { memberListingRoutes } from './member-listings/routes.ts';
import type { createPushChannel } from './push/push-channel.ts';
import { pushRoutes } from './push/routes.ts';
import { createPush } from './push/subscriptions.ts';

type AlertsModuleNeeds = Platform &
  NeedsOf<typeof createBounceRegistry> &
  Omit<NeedsOf<typeof createDeadLetterService>, 'push' | 'outbox' | 'channels'>;

export const alertsModule = defineModule({
  name: 'alerts',
  provide: (needs: AlertsModuleNeeds) => {
    const { keys, roots, url } = needs;
    const push = createPush({ ...needs, seed: deriveKey(keys.credentials, 'web push') });
    const outbox = createOutbox(needs);
    const channels = createMemberChannels({ ...needs, push, outbox, credentialKey: keys.credentials });
    const recentListingsIndex = startRecentListingsSearch(needs);
    return {
      push,
      outbox,
      channels,
      recentListingsIndex,
      findDeal: createDealFinder(recentListingsIndex),
      deadLetters: createDeadLetterService({ ...needs, push, outbox, channels }),
      mailLinks: createMailLinks({ key: () => roots.get('mail links'), url }),
      onBounce: createBounceRegistry(needs).record,
    };
  },
  routes: [listingRoutes, memberListingRoutes, deadLetterRoutes, pushRoutes, channelRoutes],
  machineRoutes: [
    ({ mailLinks: links, ...context }: NeedsOf<typeof mailLinkRoutes>['context'] & { mailLinks: MailLinks }) =>
      mailLinkRoutes({ context, links }),
    ({ mailLinks, reversal }: { mailLinks: MailLinks; reversal: EmailReversal }) =>
      emailChangeRoutes({ links: mailLinks.emailChange, reversal }),
  ],
  subscriptions: {
    matching: { does: 'Matches listings with members, and writes their alerts.', lease: 'scout' },
    'stand-by members': {
      does: 'Keeps the members in memory where another process is the scout, so that this one can follow it.',
      lease: null,
    },
    mail: { does: 'Puts emails into the outbox.', lease: 'maintenance' },
    push: { does: 'Puts pushes into the outbox.', lease: 'maintenance' },
    telegram: { does: 'Puts messages to linked chats into the outbox.', lease: 'maintenance' },
    webhook: { does: "Puts calls of members' webhooks into the outbox.", lease: 'maintenance' },
  },
  channels: [openEmailChannel, openPushChannel, createLinkedChannels],
  maintenance: [
    startChatLinking,
    async (deps: NeedsOf<typeof startResendRuns>) =>
      (await import('./dead-letters/resend-all.ts')).startResendRuns(deps),
  ],
  stopBackground: ({ recentListingsIndex }: { recentListingsIndex: RecentListingsSearch }) => [
    recentListingsIndex.stop,
  ],
});

type EmailChannelNeeds = NeedsOf<typeof createEmailChannel>['context'] &
  Pick<NeedsOf<typeof createEmailChannel>, 'outbox' | 'url'> & {
    mailLinks: MailLinks;
    pictures: MailContents['pictures'];
    sellers: { contactOf: MailContents['findSeller'] };
  };

async function openEmailChannel({ outbox, url, mailLinks, pictures, sellers, ...context }: EmailChannelNeeds) {
  const { createEmailChannel: create } = await import('./email/email-channel.ts');
  const contents = { pictures, findSeller: sellers.contactOf };
  return [create({ context, outbox, contents, links: mailLinks, url })];
}

async function openPushChannel(deps: NeedsOf<typeof createPushChannel>) {
  const { createPushChannel: create } = await import('./push/push-channel.ts');
  return [create(deps)];
}
