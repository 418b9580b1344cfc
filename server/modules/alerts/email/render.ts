import { createHash } from 'node:crypto';
import { isFullAdmin } from '#domain/user/permissions.ts';
import { isUser } from '#domain/workflow-log/actors.ts';
import { type ListingDoc, listings } from '#projections/listings.ts';
import type { ShownListing } from '#domain/listing/contract.ts';
import type { Documents, ViewReader } from '#projections/store/port.ts';
import type { UserDoc } from '#projections/users.ts';
import { currentUser, type TemporaryPasswords } from '#server/modules/users/index.ts';
import type { EventStore } from '#server/platform/event-store/port.ts';
import type { Clock } from '#server/lib/clock.ts';
import { openWhenToTell } from '../matching/when-to-tell.ts';
import { isBouncing } from './bounces.ts';
import type { MailLinks } from './links.ts';
import type { Mail, MailContent, Message } from './transport/mail.ts';
import { alertWords } from './templates/alerts.ts';
import { higherLimitWords } from './templates/higher-limit.ts';
import { sourceFailingWords } from './templates/source-failing.ts';
import { temporaryPasswordWords } from './templates/temporary-password.ts';
import type { Words } from './templates/words.ts';

type RenderDeps = {
  views: ViewReader;
  events: EventStore;
  documents: Pick<Documents, 'get'>;
  clock: Clock;
  temporaryPasswords: Pick<TemporaryPasswords, 'of' | 'standing' | 'until'>;
  links: MailLinks;
  from: string;
  /** The address of the site, without a slash at its end. */
  url: () => string;
};

type Drawn = Words & { headers?: Record<string, string> };

/**
 * Renders a mail with its receiver's current address and settings. Null where it is no longer wanted: the account or
 * membership has ended, alert mails are off or bounce, all its listings were withdrawn, or its temporary password is no
 * longer valid. `notBefore` (ms since 1970) is the end of the receiver's quiet hours.
 */
export function renderer({
  views,
  events,
  documents,
  clock,
  temporaryPasswords,
  links,
  from: sender,
  url,
}: RenderDeps) {
  const whenToTell = openWhenToTell({ clock });
  const takesAlerts = async (user: UserDoc) => user.alertMails && !(await isBouncing(documents, user));
  const draw = async ({ content }: Mail, user: UserDoc): Promise<Drawn | null> => {
    switch (content.kind) {
      case 'alerts': {
        if (!(await takesAlerts(user))) return null;
        const standing = await standingOf(content, views);
        if (standing === null) return null;
        const unsubscribe = links.to('unsubscribe', user.id);
        const isDaily = user.notificationPreference === 'daily';
        const words = alertWords({ ...standing, isDaily, url: url(), unsubscribe, daily: links.to('daily', user.id) });
        return { ...words, headers: unsubscribing(unsubscribe) };
      }
      case 'temporary-password': {
        const issued = await temporaryPasswords.standing(user.id);
        if (issued?.id !== content.issue) return null;
        const until = new Date(temporaryPasswords.until(issued));
        const isInvited = isUser(issued.metadata.actor);
        return temporaryPasswordWords({ password: temporaryPasswords.of(issued), until, isInvited, url: url() });
      }
      case 'higher-limit':
        return higherLimitWords({ limit: content.limit, url: url() });
      case 'source-failing':
        return isFullAdmin(user.role) ? sourceFailingWords({ ...content, url: url() }) : null;
    }
  };

  return async (mail: Mail): Promise<Message | { notBefore: number } | null> => {
    const user = await currentUser({ views, events }, mail.userId);
    if (mail.content.kind === 'alerts') {
      const from = await whenToTell(user);
      if (from === null) return null;
      if (from > clock().getTime()) return { notBefore: from };
    }
    const drawn = user && (await draw(mail, user));
    if (!user || !drawn) return null;
    const { headers = {}, ...words } = drawn;
    return {
      ...words,
      messageId: messageIdOf(mail, url()),
      date: new Date(mail.createdAt),
      from: sender,
      to: user.email,
      headers: { 'Auto-Submitted': 'auto-generated', ...headers },
    };
  };
}

type Alerts = Extract<MailContent, { kind: 'alerts' }>;

/** Leaves out listings that were withdrawn while the mail waited; null where none is left. */
async function standingOf(content: Alerts, views: ViewReader): Promise<Alerts | null> {
  const found = await views.getMany<ListingDoc>(listings.view, content.listings.map(listingIdOf));
  const standing = content.listings.filter((_listing, index) => found[index]?.status !== 'withdrawn');
  const total = content.total - (content.listings.length - standing.length);
  return standing.length === 0 ? null : { ...content, listings: standing, total };
}

/** An alert's id is its listing's and a number. */
function listingIdOf({ id }: ShownListing): string {
  return id.slice(0, id.lastIndexOf('-'));
}

/** One-click unsubscription by RFC 8058: one POST to that address ends the e-mails. */
function unsubscribing(address: string): Record<string, string> {
  return { 'List-Unsubscribe': `<${address}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' };
}

/** Stable for a mail, so that a repeat after a crash can be recognized as a duplicate. */
function messageIdOf({ id }: Mail, url: string): string {
  return `<${createHash('sha256').update(id).digest('hex').slice(0, 32)}@${new URL(url).hostname}>`;
}
