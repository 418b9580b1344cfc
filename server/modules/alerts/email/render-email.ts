import { createHash } from 'node:crypto';
import { isFullAdmin } from '#domain/user/permissions.ts';
import { isUserActor } from '#domain/workflow-log/actors.ts';
import { type ListingDoc, listings } from '#projections/listings.ts';
import type { Documents, ViewReader } from '#projections/store/port.ts';
import type { UserDoc } from '#projections/users.ts';
import type { Pictures } from '#server/modules/pictures/index.ts';
import { findCurrentUser, type TemporaryPasswords } from '#server/modules/users/index.ts';
import type { EventStore } from '#server/platform/event-store/port.ts';
import type { Clock } from '#server/lib/clock.ts';
import { createFindDeliveryTime } from '../matching/quiet-hours.ts';
import { isBouncing } from './bounces.ts';
import type { MailLinks } from './signed-links.ts';
import { addPictures, readLogo } from './mail-pictures.ts';
import type { Mail, MailContent, MailPicture, EmailMessage } from './transport/mail.ts';
import { renderAlertEmail } from './templates/alerts.ts';
import { renderHigherLimitEmail } from './templates/higher-limit.ts';
import { renderSourceFailingEmail } from './templates/source-failing.ts';
import { renderTemporaryPasswordEmail } from './templates/temporary-password.ts';
import type { EmailContent } from './templates/email-content.ts';

type RenderDeps = {
  views: ViewReader;
  events: EventStore;
  documents: Pick<Documents, 'get'>;
  clock: Clock;
  temporaryPasswords: Pick<TemporaryPasswords, 'derive' | 'findActive'>;
  pictures: Pick<Pictures, 'read'>;
  /** `url` is the address of the site, without a slash at its end. */
  site: { links: MailLinks; url: () => string };
  sender: { from: string; replyTo?: string };
};

type RenderedContent = EmailContent & { attachments?: MailPicture[]; headers?: Record<string, string> };

/**
 * Renders a mail with its receiver's current address and settings. Null where it is no longer wanted: the account or
 * membership has ended, alert mails are off or bounce, all its listings were withdrawn, or its temporary password is no
 * longer valid. `notBefore` (ms since 1970) is the end of the receiver's quiet hours.
 */
export function createEmailRenderer(deps: RenderDeps) {
  const { views, events, documents, clock, temporaryPasswords, sender } = deps;
  const { links, url } = deps.site;
  const findDeliveryTime = createFindDeliveryTime({ clock });
  const takesAlerts = async (user: UserDoc) => user.alertMails && !(await isBouncing(documents, user));
  const renderContent = async ({ content }: Mail, user: UserDoc): Promise<RenderedContent | null> => {
    switch (content.kind) {
      case 'alerts': {
        if (!(await takesAlerts(user))) return null;
        const remaining = await dropWithdrawn(content, views);
        if (remaining === null) return null;
        const unsubscribe = links.urlFor('unsubscribe', user.id);
        const { listings: shown, attachments } = await addPictures(deps, remaining.listings);
        const words = renderAlertEmail({
          listings: shown,
          total: remaining.total,
          isDaily: content.isDaily,
          url: url(),
          unsubscribe,
          daily: links.urlFor('daily', user.id),
        });
        return { ...words, attachments, headers: createUnsubscribeHeaders(unsubscribe) };
      }
      case 'temporary-password': {
        const issued = await temporaryPasswords.findActive(user.id);
        if (issued?.id !== content.issue) return null;
        const isInvited = isUserActor(issued.metadata.actor);
        return renderTemporaryPasswordEmail({
          password: temporaryPasswords.derive(issued),
          isInvited,
          url: url(),
        });
      }
      case 'higher-limit':
        return renderHigherLimitEmail({ limit: content.limit, url: url() });
      case 'source-failing':
        return isFullAdmin(user.role) ? renderSourceFailingEmail({ ...content, url: url() }) : null;
    }
  };

  return async (mail: Mail): Promise<EmailMessage | { notBefore: number } | null> => {
    const user = await findCurrentUser({ views, events }, mail.userId);
    if (mail.content.kind === 'alerts') {
      const from = await findDeliveryTime(user);
      if (from === null) return null;
      if (from > clock().getTime()) return { notBefore: from };
    }
    const rendered = user && (await renderContent(mail, user));
    if (!user || !rendered) return null;
    const { headers = {}, attachments = [], ...words } = rendered;
    return {
      ...words,
      ...sender,
      attachments: [await readLogo(), ...attachments],
      messageId: createMessageId(mail, url()),
      date: new Date(mail.createdAt),
      to: user.email,
      headers: { 'Auto-Submitted': 'auto-generated', ...headers },
    };
  };
}

type AlertContent = Extract<MailContent, { kind: 'alerts' }>;

/** Leaves out listings that were withdrawn while the mail waited; null where none is left. */
async function dropWithdrawn(content: AlertContent, views: ViewReader): Promise<AlertContent | null> {
  const found = await views.getMany<ListingDoc>(
    listings.view,
    content.listings.map(({ id }) => id),
  );
  const remaining = content.listings.filter((_listing, index) => found[index]?.status !== 'withdrawn');
  const total = content.total - (content.listings.length - remaining.length);
  return remaining.length === 0 ? null : { ...content, listings: remaining, total };
}

/** One-click unsubscription by RFC 8058: one POST to that address ends the emails. */
function createUnsubscribeHeaders(address: string): Record<string, string> {
  return { 'List-Unsubscribe': `<${address}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' };
}

/** Stable for a mail, so that a repeat after a crash can be recognized as a duplicate. */
function createMessageId({ id }: Mail, url: string): string {
  return `<${createHash('sha256').update(id).digest('hex').slice(0, 32)}@${new URL(url).hostname}>`;
}
