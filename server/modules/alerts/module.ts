import { channelNames } from '#domain/alert/channels.contract.ts';
import type { EmailReversal } from '#server/modules/users/index.ts';
import { deriveKey } from '#server/platform/encryption/derive-key.ts';
import { defineModule, type NeedsOf } from '#server/platform/modules/module.ts';
import type { Platform } from '#server/platform/modules/platform.ts';
import { createOutbox } from '#server/platform/outbox/outbox.ts';
import { createDeadLetterService } from './dead-letters/dead-letter-service.ts';
import type { startResendRuns } from './dead-letters/resend-all.ts';
import { deadLetterRoutes } from './dead-letters/routes.ts';
import { createBounceRegistry, listBouncing } from './channels/email/bounces.ts';
import { emailChangeRoutes } from './channels/email/email-change-routes.ts';
import { warnOfLocalSender } from './channels/email/transport/sender-address.ts';
import { mailLinkRoutes } from './channels/email/link-routes.ts';
import { createMailLinks, type MailLinks } from './channels/email/signed-links.ts';
import { createDealFinder } from './listings/find-deal.ts';
import { type RecentListingsSearch, startRecentListingsSearch } from './listings/recent-listings-search.ts';
import { listingRoutes } from './listings/routes.ts';
import { type AlertChannels, createAlertChannels } from './channels/channels.ts';
import { channelRoutes } from './channels/routes.ts';
import { channelTable } from './channels/table.ts';
import type { MailChannelDeps } from './channels/email/mail-channel.ts';
import { memberListingRoutes } from './member-listings/routes.ts';
import { shareRoutes } from './shares/routes.ts';
import { createShares } from './shares/shares.ts';
import { pushRoutes } from './channels/push/routes.ts';
import { createMatchCounter } from './member-index/count-matches.ts';
import { createPush } from './channels/push/subscriptions.ts';

type AlertsModuleNeeds = Platform & Omit<MailChannelDeps, 'push' | 'outbox' | 'mailLinks'>;

export const alertsModule = defineModule({
  name: 'alerts',
  provide: (needs: AlertsModuleNeeds) => {
    const { keys, roots, url } = needs;
    warnOfLocalSender(needs);
    const push = createPush({ ...needs, seed: deriveKey(keys.credentials, 'web push') });
    const outbox = createOutbox(needs);
    const mailLinks = createMailLinks({ key: () => roots.get('mail links'), url });
    const deps = { ...needs, push, outbox, mailLinks };
    const channels = createAlertChannels(
      deps,
      Object.values(channelTable).map((create) => create(deps)),
    );
    const recentListingsIndex = startRecentListingsSearch(needs);
    return {
      push,
      outbox,
      channels,
      recentListingsIndex,
      matchCounter: createMatchCounter(needs),
      findDeal: createDealFinder(recentListingsIndex),
      deadLetters: createDeadLetterService(deps, channels.all),
      mailLinks,
      shares: createShares({ ...needs, key: deriveKey(keys.credentials, 'shares') }),
      onBounce: createBounceRegistry(needs).record,
      listBouncing: () => listBouncing(needs),
    };
  },
  routes: [listingRoutes, shareRoutes, memberListingRoutes, deadLetterRoutes, pushRoutes, channelRoutes],
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
    ...Object.fromEntries(
      channelNames.map((name) => [name, { does: `Puts messages by ${name} into the outbox.`, lease: 'maintenance' }]),
    ),
  },
  channels: [({ channels }: { channels: AlertChannels }) => channels.open()],
  maintenance: [
    ({ channels }: { channels: AlertChannels }) => channels.receive(),
    async (deps: NeedsOf<typeof startResendRuns>) =>
      (await import('./dead-letters/resend-all.ts')).startResendRuns(deps),
  ],
  stopBackground: ({ recentListingsIndex }: { recentListingsIndex: RecentListingsSearch }) => [
    recentListingsIndex.stop,
  ],
});
