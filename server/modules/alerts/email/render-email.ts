import { createHash } from 'node:crypto';
import { isFullAdmin } from '#domain/user/permissions.ts';
import { isUserActor } from '#domain/workflow-log/actors.ts';
import { type ListingDoc, listings } from '#projections/listings.ts';
import type { Documents, ViewReader } from '#projections/store/port.ts';
import type { UserDoc } from '#projections/users.ts';
import {
  type EmailChangeId,
  findCurrentUser,
  findReversibleChange,
  type TemporaryPasswords,
} from '#server/modules/users/index.ts';
import type { EventStore } from '#server/platform/event-store/port.ts';
import type { Clock } from '#server/lib/clock.ts';
import { createFindDeliveryTime } from '../matching/quiet-hours.ts';
import { isBouncing } from './bounces.ts';
import type { MailLinks } from './signed-links.ts';
import type { Mail, MailContent, EmailMessage } from './transport/mail.ts';
import { renderAlertEmail } from './templates/alerts.ts';
import { renderEmailChangedEmail } from './templates/email-changed.ts';
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
  links: MailLinks;
  from: string;
  /** The address of the site, without a slash at its end. */
  url: () => string;
};

/** `to`: another address than the receiver's current one. */
type RenderedContent = EmailContent & { to?: string; headers?: Record<string, string> };

/**
 * Renders a mail with its receiver's current address and settings. Null where it is no longer wanted: the account or
 * membership has ended, alert mails are off or bounce, all its listings were withdrawn, or its temporary password is no
 * longer valid. `notBefore` (ms since 1970) is the end of the receiver's quiet hours.
 */
export function createEmailRenderer(deps: RenderDeps) {
  const { views, events, documents, clock, links, from: sender, url } = deps;
  const findDeliveryTime = createFindDeliveryTime({ clock });
  const takesAlerts = async (user: UserDoc) => user.alertMails && !(await isBouncing(documents, user));
  const renderContent = async ({ content }: Mail, user: UserDoc): Promise<RenderedContent | null> => {
    switch (content.kind) {
      case 'alerts': {
        if (!(await takesAlerts(user))) return null;
        const remaining = await dropWithdrawn(content, views);
        if (remaining === null) return null;
        const unsubscribe = links.urlFor('unsubscribe', user.id);
        const { isDaily } = content;
        const words = renderAlertEmail({
          ...remaining,
          isDaily,
          url: url(),
          unsubscribe,
          daily: links.urlFor('daily', user.id),
        });
        return { ...words, headers: createUnsubscribeHeaders(unsubscribe) };
      }
      case 'temporary-password':
        return renderTemporaryPassword(deps, user.id, content.issue);
      case 'email-changed':
        return renderEmailChanged(deps, { userId: user.id, changeId: content.change });
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
    const { headers = {}, to = user.email, ...words } = rendered;
    return {
      ...words,
      messageId: createMessageId(mail, url()),
      date: new Date(mail.createdAt),
      from: sender,
      to,
      headers: { 'Auto-Submitted': 'auto-generated', ...headers },
    };
  };
}

async function renderTemporaryPassword(
  { temporaryPasswords, url }: RenderDeps,
  userId: string,
  issue: string,
): Promise<RenderedContent | null> {
  const issued = await temporaryPasswords.findActive(userId);
  if (issued?.id !== issue) return null;
  const isInvited = isUserActor(issued.metadata.actor);
  return renderTemporaryPasswordEmail({ password: temporaryPasswords.derive(issued), isInvited, url: url() });
}

async function renderEmailChanged(deps: RenderDeps, change: EmailChangeId): Promise<RenderedContent | null> {
  const found = await findReversibleChange(deps, change);
  if (found === null) return null;
  return { to: found.former, ...renderEmailChangedEmail({ link: deps.links.emailChange.urlFor(change) }) };
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
