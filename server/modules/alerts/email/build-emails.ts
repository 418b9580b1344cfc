import type { AlertEvent } from '#domain/alert/events.ts';
import { buildAlertMessages } from '#domain/alert/alert-view.ts';
import type { Recorded } from '#domain/shared/decider.ts';
import type { ListingView } from '#domain/listing/contract.ts';
import type { UserEvent } from '#domain/user/events.ts';
import type { StoredEvent } from '#server/platform/event-store/port.ts';
import { type Mail, type MailContent, maxMailListings } from './transport/mail.ts';

type DeliveredAlerts = Extract<AlertEvent, { type: 'AlertsDelivered' }>;
/** The facts that cause mails. */
export type EmailTrigger = Recorded<
  DeliveredAlerts | Extract<UserEvent, { type: 'TemporaryPasswordIssued' | 'HigherLimitGranted' }>
>;

export const emailTriggerTypes = ['AlertsDelivered', 'TemporaryPasswordIssued', 'HigherLimitGranted'] as const;
const maxDetailsLength = 300;

export function isEmailTrigger(event: StoredEvent): event is StoredEvent & EmailTrigger {
  return emailTriggerTypes.some((type) => type === event.type);
}

/** The mails that some events of the log cause, in order; alerts of one member share one. */
export function buildEmails(facts: EmailTrigger[]): Mail[] {
  const alerts = new Map<string, MemberAlerts>();
  const others: Mail[] = [];
  for (const fact of facts) {
    if (fact.type === 'AlertsDelivered') collectAlerts(fact, alerts);
    else others.push(createMail(fact, fact.data.userId, fact.id, createContent(fact)));
  }
  return [...others, ...[...alerts].map(([userId, { first, listings }]) => createAlertsMail(first, userId, listings))];
}

type MemberAlerts = { first: EmailTrigger; listings: ListingView[] };

function collectAlerts(fact: Recorded<DeliveredAlerts>, alerts: Map<string, MemberAlerts>): void {
  for (const { userId, message } of buildAlertMessages(fact.data)) {
    const known = alerts.get(userId) ?? { first: fact, listings: [] };
    known.listings.push({ ...message.listing, details: shorten(message.listing.details) });
    alerts.set(userId, known);
  }
}

function createAlertsMail(first: EmailTrigger, userId: string, listings: ListingView[]): Mail {
  const newest = listings.toReversed().slice(0, maxMailListings);
  return createMail(first, userId, `${first.id}/${userId}`, {
    kind: 'alerts',
    listings: newest,
    total: listings.length,
  });
}

function createContent(fact: Exclude<EmailTrigger, { type: 'AlertsDelivered' }>): MailContent {
  return fact.type === 'HigherLimitGranted'
    ? { kind: 'higher-limit', limit: fact.data.limit }
    : { kind: 'temporary-password', issue: fact.id };
}

function createMail({ position, metadata }: EmailTrigger, userId: string, id: string, content: MailContent): Mail {
  const createdAt = metadata.at;
  return { id, state: 'waiting', userId, createdAt, position, attempts: 0, due: 0, error: null, content };
}

function shorten(details: string): string {
  return details.length > maxDetailsLength ? `${details.slice(0, maxDetailsLength).trimEnd()}…` : details;
}
