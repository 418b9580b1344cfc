import { accessStream } from '#domain/event-catalog/streams.ts';
import { isFullAdmin } from '#domain/user/permissions.ts';
import { isUserActor } from '#domain/workflow-log/actors.ts';
import { type ListingDoc, listings } from '#projections/listings.ts';
import type { Documents, ViewReader } from '#projections/store/port.ts';
import type { UserDoc } from '#projections/users.ts';
import type { Pictures } from '#server/modules/pictures/index.ts';
import { describePlace, type TemporaryPasswords } from '#server/modules/users/index.ts';
import type { EventStore } from '#server/platform/event-store/port.ts';
import { isBouncing } from './bounces.ts';
import { addPictures } from './mail-pictures.ts';
import type { MailLinks } from './signed-links.ts';
import type { MailContent, MailPicture } from './transport/mail.ts';
import { renderAlertEmail } from './templates/alerts.ts';
import { renderChannelProblemEmail } from './templates/channel-problem.ts';
import { renderHigherLimitEmail } from './templates/higher-limit.ts';
import { renderNewBrowserEmail } from './templates/new-browser.ts';
import { renderSourceFailingEmail } from './templates/source-failing.ts';
import { renderTemporaryPasswordEmail } from './templates/temporary-password.ts';
import { renderTestAlertEmail } from './templates/test-alert.ts';
import { renderWeeklySummaryEmail } from './templates/weekly-summary.ts';
import type { WeeklySummarizer } from './weekly-summary/summarize-week.ts';
import type { EmailContent } from './templates/email-content.ts';

/** What mails show beside their own content. */
export type MailContents = {
  pictures: Pick<Pictures, 'read'>;
  /** The seller of an offer, while the contact is stored. */
  findSeller: (listingId: string) => Promise<{ name: string; email: string | null } | null>;
};

type ContentDeps = {
  views: ViewReader;
  events: Pick<EventStore, 'read'>;
  documents: Pick<Documents, 'get'>;
  temporaryPasswords: Pick<TemporaryPasswords, 'derive' | 'findActive'>;
  contents: Pick<MailContents, 'pictures'>;
  summarizeWeek: WeeklySummarizer;
  site: { links: MailLinks; url: () => string; mapsLinkUrl: string };
};

export type RenderedContent = EmailContent & { attachments?: MailPicture[]; headers?: Record<string, string> };

type ContentRenderer = (content: MailContent, user: UserDoc) => Promise<RenderedContent | null>;

/** The content of a mail to a user; null where it is no longer wanted. */
export function createContentRenderer(deps: ContentDeps): ContentRenderer {
  return async (content, user) => {
    const url = deps.site.url();
    switch (content.kind) {
      case 'alerts':
        return renderAlerts(deps, content, user);
      case 'weekly-summary':
        return renderWeeklySummary(deps, content.week, user);
      case 'temporary-password':
        return renderTemporaryPassword(deps, content.issue, user);
      case 'new-browser':
        return renderNewBrowser(deps, user, content.event);
      case 'source-failing':
        return isFullAdmin(user.role) ? renderSourceFailingEmail({ ...content, url }) : null;
      case 'email-changed':
      case 'offer-receipt':
        return null;
      default:
        return renderNotice(content, url);
    }
  };
}

/** Null where it is no longer valid. */
async function renderTemporaryPassword(
  { temporaryPasswords, site }: ContentDeps,
  issue: string,
  user: UserDoc,
): Promise<RenderedContent | null> {
  const issued = await temporaryPasswords.findActive(user.id);
  if (issued?.id !== issue) return null;
  const isInvited = isUserActor(issued.metadata.actor);
  return renderTemporaryPasswordEmail({ password: temporaryPasswords.derive(issued), isInvited, url: site.url() });
}

async function renderNewBrowser(
  { events, site }: ContentDeps,
  user: UserDoc,
  eventId: string,
): Promise<RenderedContent | null> {
  const { events: past } = await events.read(accessStream(user.id));
  const used = past.find(({ id }) => id === eventId);
  if (used?.type !== 'NewBrowserUsed') return null;
  const { browser, ...place } = used.data;
  return renderNewBrowserEmail({ browser, place: describePlace(place), at: used.metadata.at, url: site.url() });
}

/** Null where nothing happened in the week that ended on this Monday, or no search asks for a summary any more. */
async function renderWeeklySummary(deps: ContentDeps, week: string, user: UserDoc): Promise<RenderedContent | null> {
  const { documents, summarizeWeek, site } = deps;
  if (await isBouncing(documents, user)) return null;
  const sections = await summarizeWeek(user, week);
  if (sections.length === 0) return null;
  const unsubscribe = site.links.urlFor('stop-weekly', user.id);
  const words = renderWeeklySummaryEmail({ sections, url: site.url(), unsubscribe });
  return { ...words, headers: createUnsubscribeHeaders(unsubscribe) };
}

type NoticeContent = Extract<MailContent, { kind: 'higher-limit' | 'test-alert' | 'channel-problem' }>;

/** What is mailed to every user that it is about. */
function renderNotice(content: NoticeContent, url: string): EmailContent {
  if (content.kind === 'higher-limit') return renderHigherLimitEmail({ limit: content.limit, url });
  return content.kind === 'test-alert' ? renderTestAlertEmail({ url }) : renderChannelProblemEmail({ ...content, url });
}

type AlertContent = Extract<MailContent, { kind: 'alerts' }>;

async function renderAlerts(deps: ContentDeps, content: AlertContent, user: UserDoc): Promise<RenderedContent | null> {
  const { views, documents, contents, site } = deps;
  const { links, mapsLinkUrl } = site;
  if (!user.alertMails || (await isBouncing(documents, user))) return null;
  const remaining = await dropWithdrawn(content, views);
  if (remaining === null) return null;
  const { listings: picturedListings, attachments } = await addPictures({ views, ...contents }, remaining.listings);
  const unsubscribe = links.urlFor('unsubscribe', user.id);
  const daily = links.urlFor('daily', user.id);
  const { total, isDaily } = remaining;
  const addresses = { url: site.url(), mapsLinkUrl, unsubscribe, daily };
  const words = renderAlertEmail({ listings: picturedListings, total, isDaily, ...addresses });
  return { ...words, attachments, headers: createUnsubscribeHeaders(unsubscribe) };
}

/** Leaves out listings that were withdrawn while the mail waited; null where none is left. */
export async function dropWithdrawn(content: AlertContent, views: ViewReader): Promise<AlertContent | null> {
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
