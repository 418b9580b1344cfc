import { hash } from 'node:crypto';
import type { Documents } from '#projections/store/port.ts';
import { type EmailChangeId, findReversibleChange, type TemporaryPasswords } from '#server/modules/users/index.ts';
import type { ReadDeps } from '#server/platform/modules/platform.ts';
import { createFindDeliveryTime } from '../../matching/quiet-hours.ts';
import { createReceiverFinder, type ReceiverDeps } from '../../channel-framework/find-receiver.ts';
import { readLogo } from './mail-pictures.ts';
import { createContentRenderer, type MailContents, type RenderedContent } from './render-content.ts';
import type { MailLinks } from './signed-links.ts';
import { renderEmailChangedEmail } from './templates/email-changed.ts';
import { renderOfferReceiptEmail } from './templates/offer-receipt.ts';
import { createWeeklySummarizer } from './weekly-summary/summarize-week.ts';
import type { Mail, EmailMessage } from './transport/mail.ts';

type RenderDeps = ReadDeps &
  ReceiverDeps & {
    documents: Pick<Documents, 'get'>;
    temporaryPasswords: Pick<TemporaryPasswords, 'derive' | 'findActive'>;
    contents: MailContents;
    /** `url` is the address of the site, without a slash at its end. */
    site: { links: MailLinks; url: () => string; mapsLinkUrl: string };
    sender: { from: string; replyTo?: string };
  };

type AddressedContent = RenderedContent & { to: string };

/**
 * Renders a mail with its receiver's current address and settings. Null where it is no longer wanted: the account or
 * membership has ended, these mails are off or bounce, all its listings were withdrawn, nothing happened in its week,
 * or its temporary password is no longer valid. `notBefore` (ms since 1970) is the end of the receiver's quiet hours.
 */
export function createEmailRenderer(deps: RenderDeps) {
  const { views, clock, sender } = deps;
  const { url } = deps.site;
  const findDeliveryTime = createFindDeliveryTime({ clock });
  const findReceiver = createReceiverFinder(deps);
  const renderContent = createContentRenderer({ ...deps, summarizeWeek: createWeeklySummarizer(views) });

  const renderToUser = async (mail: Mail): Promise<AddressedContent | { notBefore: number } | null> => {
    const user = await findReceiver(mail);
    if (mail.content.kind === 'alerts' || mail.content.kind === 'weekly-summary') {
      const from = await findDeliveryTime(user);
      if (from === null) return null;
      if (from > clock().getTime()) return { notBefore: from };
    }
    const rendered = user && (await renderContent(mail.content, user));
    return user && rendered && { ...rendered, to: user.email };
  };

  return async (mail: Mail): Promise<EmailMessage | { notBefore: number } | null> => {
    const rendered = await (renderToOther(deps, mail) ?? renderToUser(mail));
    if (rendered === null || 'notBefore' in rendered) return rendered;
    const { headers = {}, attachments = [], ...words } = rendered;
    return {
      ...words,
      ...sender,
      attachments: [await readLogo(), ...attachments],
      messageId: createMessageId(mail, url()),
      date: new Date(mail.createdAt),
      headers: { 'Auto-Submitted': 'auto-generated', ...headers },
    };
  };
}

/** A mail to another address than the receiver's; null where it is none. */
function renderToOther(deps: RenderDeps, { content, userId }: Mail): Promise<AddressedContent | null> | null {
  if (content.kind === 'offer-receipt') return renderReceipt(deps, content.listingId);
  return content.kind === 'email-changed' ? renderEmailChanged(deps, { userId, changeId: content.change }) : null;
}

/** Null where the change can no longer be taken back. */
async function renderEmailChanged(deps: RenderDeps, change: EmailChangeId): Promise<AddressedContent | null> {
  const found = await findReversibleChange(deps, change);
  if (found === null) return null;
  return { to: found.former, ...renderEmailChangedEmail({ link: deps.site.links.emailChange.urlFor(change) }) };
}

/** Null where the contact of the seller is no longer stored. */
async function renderReceipt(
  { contents, site, sender }: RenderDeps,
  listingId: string,
): Promise<AddressedContent | null> {
  const seller = await contents.findSeller(listingId);
  if (seller?.email == null) return null;
  const canReply = sender.replyTo !== undefined;
  const words = renderOfferReceiptEmail({ listingId, name: seller.name, canReply, url: site.url() });
  return { ...words, to: seller.email };
}

/** Stable for a mail, so that a repeat after a crash can be recognized as a duplicate. */
export function createMessageId({ id }: Pick<Mail, 'id'>, url: string): string {
  return `<${hash('sha256', id, 'hex').slice(0, 32)}@${new URL(url).hostname}>`;
}
