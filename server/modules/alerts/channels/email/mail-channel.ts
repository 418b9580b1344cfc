import { findSystemSourceName } from '#domain/source/contract.ts';
import { wantsWeeklySummary } from '#domain/user/filters.ts';
import { isFullAdmin } from '#domain/user/permissions.ts';
import type { TemporaryPasswords } from '#server/modules/users/index.ts';
import type { Platform } from '#server/platform/modules/platform.ts';
import type { AlertChannel, ChannelDeps } from '../../channel-framework/channel.ts';
import { type AlertRef, type DeadLetterChannel, whyNotMember } from '../../channel-framework/dead-letter-channel.ts';
import { clearBounce, isBouncing } from './bounces.ts';
import type { openMailOutbox } from './mail-outbox.ts';
import type { MailContents } from './render-content.ts';
import type { MailLinks } from './signed-links.ts';
import type { MailContent } from './transport/mail.ts';

export type MailChannelDeps = ChannelDeps &
  Parameters<typeof openMailOutbox>[0]['context'] & {
    temporaryPasswords: TemporaryPasswords;
    mailLinks: MailLinks;
    pictures: MailContents['pictures'];
    sellers: { contactOf: MailContents['findSeller'] };
  };

const bouncingProblem = 'Our emails to this address bounced. Enter another one under Update Credentials.';

/** Emails to the address of the account. */
export function createMailChannel(deps: MailChannelDeps): AlertChannel {
  return {
    name: 'mail',
    present: async (user) => {
      const problem = (await isBouncing(deps.documents, user)) ? bouncingProblem : null;
      const since = user.alertMails && problem === null ? user.registeredAt : null;
      return { channel: 'mail', isOn: user.alertMails, target: user.email, problem, since };
    },
    test: {
      prepare: () => Promise.resolve({ content: { kind: 'test-alert' }, subscriptionId: null }),
      findGoneReason: () => Promise.resolve(null),
    },
    deadLetters: createMailDeadLetters(deps),
    open: async () => {
      const { openMailOutbox: open } = await import('./mail-outbox.ts');
      const contents = { pictures: deps.pictures, findSeller: deps.sellers.contactOf };
      const { outbox, url, mailLinks: links } = deps;
      return open({ context: deps, outbox, contents, links, url });
    },
  };
}

type MailDeadLetterDeps = Pick<Platform, 'documents' | 'log'> & {
  temporaryPasswords: Pick<TemporaryPasswords, 'findActive'>;
};

function createMailDeadLetters(deps: MailDeadLetterDeps): DeadLetterChannel<MailContent> {
  const { documents, temporaryPasswords, log } = deps;
  return {
    describeSubject,
    isAbout: includesListing,
    findKind: ({ kind }) =>
      kind === 'test-alert' || kind === 'channel-problem' || kind === 'offer-receipt' ? null : kind,
    whyNotResend: async ({ content }, user) => {
      switch (content.kind) {
        case 'alerts':
          return user.alertMails ? whyNotMember(user) : 'This member has turned off alert emails';
        case 'weekly-summary':
          return wantsWeeklySummary({ filters: user, searches: user.searches })
            ? whyNotMember(user)
            : 'This member has turned off the weekly summary';
        case 'temporary-password': {
          const isActive = (await temporaryPasswords.findActive(user.id))?.id === content.issue;
          return isActive ? null : 'This temporary password is no longer valid';
        }
        case 'source-failing':
          return isFullAdmin(user.role) ? null : 'This user is no longer a full admin';
        default:
          return null;
      }
    },
    prepareResend: async (_item, user) => {
      if (await clearBounce(documents, user))
        log.info({ user: user.id }, "Cleared the bounce of a user's email address");
    },
  };
}

export const testSubject = 'Test alert';

export function describeAlerts({ listings, total }: Extract<MailContent, { kind: 'alerts' }>): string {
  return total === 1 ? `New listing: ${listings[0]?.title ?? 'a listing'}` : `${total} new listings`;
}

type ContentOfListings = { kind: string; listings?: readonly { id: string }[] };

export function includesListing({ listings = [] }: ContentOfListings, { listingId }: AlertRef): boolean {
  return listings.some(({ id }) => id === listingId);
}

type SimpleKind =
  | 'temporary-password'
  | 'higher-limit'
  | 'email-changed'
  | 'new-browser'
  | 'test-alert'
  | 'offer-receipt';
const simpleSubjects: Record<SimpleKind, string> = {
  'temporary-password': 'Temporary password',
  'higher-limit': 'Higher price limit',
  'email-changed': 'Changed email address',
  'new-browser': 'New browser',
  'test-alert': testSubject,
  'offer-receipt': 'Receipt of an offer',
};

function describeSubject(content: MailContent): string {
  switch (content.kind) {
    case 'alerts':
      return describeAlerts(content);
    case 'weekly-summary':
      return `Weekly summary of ${content.week}`;
    case 'channel-problem':
      return `Problem with ${content.channel}`;
    case 'source-failing':
      return `${findSystemSourceName(content.sourceId) ?? `Source ${content.sourceId}`} fails`;
    default:
      return simpleSubjects[content.kind];
  }
}
