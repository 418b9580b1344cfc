import { cutText } from '#domain/shared/foreign-text.contract.ts';
import type { AlertEvent } from '#domain/alert/events.ts';
import { buildAlertMessages } from '#domain/alert/alert-view.ts';
import type { Recorded } from '#domain/shared/decider.ts';
import type { AccessEvent } from '#domain/sign-in/events.ts';
import type { UserEvent } from '#domain/user/events.ts';
import type { StoredEvent } from '#server/platform/event-store/port.ts';
import { mailChannel, type MailContent, maxMailListings, type NewMail, urgentDue } from './transport/mail.ts';

/** The events of a user for which there is a mail. */
export const accountMailTypes = [
  'TemporaryPasswordIssued',
  'HigherLimitGranted',
  'EmailChanged',
  'WeeklySummaryIssued',
  'NewBrowserUsed',
] as const;
export const emailTriggerTypes = ['AlertsDelivered', ...accountMailTypes] as const;

type DeliveredAlerts = Recorded<Extract<AlertEvent, { type: 'AlertsDelivered' }>>;
type AccountFact = Recorded<Extract<UserEvent | AccessEvent, { type: (typeof accountMailTypes)[number] }>>;
/** The facts that cause mails. */
type EmailTrigger = DeliveredAlerts | AccountFact;

/** How alerts of one member are gathered into one mail, in ms. */
export type CollectionTiming = {
  /** It is sent when no alert arrived for this long, */
  quietMs: number;
  /** or after this long in any case. */
  maxWaitMs: number;
  /** The same as `quietMs` for a digest, where it differs: a digest is held until it is complete anyway. */
  digestQuietMs?: number;
};

const maxDetailsLength = 300;

function isEmailTrigger(event: StoredEvent): event is StoredEvent & EmailTrigger {
  return emailTriggerTypes.some((type) => type === event.type);
}

/** The mails that an event of the log causes. `now` in ms since 1970. */
export function buildEmails(event: StoredEvent, now: number, timing: CollectionTiming): NewMail[] {
  if (!isEmailTrigger(event)) return [];
  return event.type === 'AlertsDelivered' ? buildAlertMails(event, now, timing) : buildAccountMails(event);
}

/** Alerts of one member that wait become one mail, and those of a daily digest one of its own. */
function buildAlertMails(event: DeliveredAlerts, now: number, timing: CollectionTiming): NewMail[] {
  const { id, data, metadata, position } = event;
  const isDaily = data.mode === 'daily';
  const { maxWaitMs, digestQuietMs = timing.quietMs } = timing;
  const quietMs = isDaily ? digestQuietMs : timing.quietMs;
  const times = { createdAt: metadata.at, due: now + quietMs, latestDue: now + maxWaitMs };
  return buildAlertMessages(data).map(({ member, message }) => {
    const { userId } = member;
    const listing = { ...message.listing, details: shorten(message.listing.details) };
    const content: MailContent = { kind: 'alerts', listings: [listing], total: 1, isDaily };
    const joinKey = isDaily ? `digest/${userId}` : `alerts/${userId}`;
    return { id: buildMailId(id, member), channel: mailChannel, userId, position, joinKey, content, ...times };
  });
}

/** The id in the outbox of the mail to one member that an event causes: it names the member only while the user exists. */
export function buildMailId(eventId: string, { userId, token = userId }: { userId: string; token?: string }): string {
  return `${eventId}/${token}`;
}

export function joinAlerts(first: MailContent, next: MailContent): MailContent {
  return first.kind === 'alerts' && next.kind === 'alerts' ? joinListings(first, next) : first;
}

type Listings = Extract<MailContent, { kind: 'alerts' }>;

/** Newest first. */
export function joinListings(first: Listings, next: Listings): Listings {
  const nextIds = new Set(next.listings.map(({ id }) => id));
  const others = first.listings.filter(({ id }) => !nextIds.has(id));
  const total = first.total + next.total - (first.listings.length - others.length);
  return { ...first, listings: [...next.listings, ...others].slice(0, maxMailListings), total };
}

function buildAccountMails(fact: AccountFact): NewMail[] {
  const { id, position, metadata, data } = fact;
  const content = toAccountContent(fact);
  if (content === null) return [];
  const { userId } = data;
  const due = content.kind === 'weekly-summary' ? Date.parse(metadata.at) : urgentDue;
  return [{ id, channel: mailChannel, userId, createdAt: metadata.at, position, due, content }];
}

function toAccountContent(fact: AccountFact): MailContent | null {
  switch (fact.type) {
    case 'HigherLimitGranted':
      return { kind: 'higher-limit', limit: fact.data.limit };
    case 'WeeklySummaryIssued':
      return { kind: 'weekly-summary', week: fact.data.week };
    case 'TemporaryPasswordIssued':
      return { kind: 'temporary-password', issue: fact.id };
    case 'NewBrowserUsed':
      return { kind: 'new-browser', event: fact.id };
    case 'EmailChanged':
      // The holder of the address that was taken back is not offered it again.
      return fact.data.takesBack === undefined ? { kind: 'email-changed', change: fact.id } : null;
  }
}

function shorten(details: string): string {
  return details.length > maxDetailsLength ? `${cutText(details, maxDetailsLength).trimEnd()}…` : details;
}
