import type { AlertEvent } from '#domain/alert/events.ts';
import { alertMessages } from '#domain/alert/shown.ts';
import type { Recorded } from '#domain/shared/decider.ts';
import type { ShownListing } from '#domain/listing/contract.ts';
import type { UserEvent } from '#domain/user/events.ts';
import type { EventStore, StoredEvent } from '#server/platform/event-store/port.ts';
import { matchOf } from '../streams/alert-streams.ts';
import { type Mail, type MailContent, mostListings } from './transport/mail.ts';

type Delivered = Extract<AlertEvent, { type: 'AlertsDelivered' }>;
/** The facts that lead to mails. */
export type MailedEvent = Recorded<
  Delivered | Extract<UserEvent, { type: 'TemporaryPasswordIssued' | 'HigherLimitGranted' }>
>;

const mailed = new Set<string>(['AlertsDelivered', 'TemporaryPasswordIssued', 'HigherLimitGranted']);
const longestDetails = 300;

export function isMailed(event: StoredEvent): event is StoredEvent & MailedEvent {
  return mailed.has(event.type);
}

/** The mails that some events of the log lead to, in order; alerts of one member share one. */
export async function mailsOf(facts: MailedEvent[], events: Pick<EventStore, 'read'>): Promise<Mail[]> {
  const alerts = new Map<string, Alerts>();
  const others: Mail[] = [];
  for (const fact of facts) {
    if (fact.type === 'AlertsDelivered') await collect(fact, alerts, events);
    else others.push(newMail(fact, fact.data.userId, fact.id, contentOf(fact)));
  }
  return [...others, ...[...alerts].map(([userId, { first, listings }]) => alertsMail(first, userId, listings))];
}

type Alerts = { first: MailedEvent; listings: ShownListing[] };

async function collect(fact: Recorded<Delivered>, alerts: Map<string, Alerts>, events: Pick<EventStore, 'read'>) {
  const matched = await matchOf(events, fact);
  if (!matched) return;
  for (const { userId, message } of alertMessages(matched, fact.data)) {
    const known = alerts.get(userId) ?? { first: fact, listings: [] };
    known.listings.push({ ...message.listing, details: shortened(message.listing.details) });
    alerts.set(userId, known);
  }
}

function alertsMail(first: MailedEvent, userId: string, listings: ShownListing[]): Mail {
  const newest = listings.toReversed().slice(0, mostListings);
  return newMail(first, userId, `${first.id}/${userId}`, { kind: 'alerts', listings: newest, total: listings.length });
}

function contentOf(fact: Exclude<MailedEvent, { type: 'AlertsDelivered' }>): MailContent {
  return fact.type === 'HigherLimitGranted'
    ? { kind: 'higher-limit', limit: fact.data.limit }
    : { kind: 'temporary-password', issue: fact.id };
}

function newMail({ position, metadata }: MailedEvent, userId: string, id: string, content: MailContent): Mail {
  const createdAt = metadata.at;
  return { id, state: 'waiting', userId, createdAt, position, attempts: 0, due: 0, error: null, content };
}

function shortened(details: string): string {
  return details.length > longestDetails ? `${details.slice(0, longestDetails).trimEnd()}…` : details;
}
