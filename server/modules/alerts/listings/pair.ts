import type { WithheldReason } from '#domain/alert/events.ts';
import { type Position, type Recorded, start } from '#domain/shared/decider.ts';
import { listing as listings } from '#domain/listing/decider.ts';
import type { ListingEvent, ListingFacts } from '#domain/listing/events.ts';
import type { Criterion, PairWhy, PairWhyQuery } from '#domain/matching/pair-why.contract.ts';
import { dollars } from '#domain/shared/money.ts';
import { criteriaOf, type HeldListing } from '#domain/matching/criteria.ts';
import type { UserEvent } from '#domain/user/events.ts';
import { evolve, noFilters, type User } from '#domain/user/state.ts';
import { Problem } from '#server/platform/http/middleware/problem.ts';
import { alertOf, type OwnAlert } from './alert-of.ts';
import { current } from './current.ts';
import type { ListingDeps } from './deps.ts';
import { centreOf, isNews, listingOf, noSuchListing } from './found-listing.ts';

type PairWhyDeps = Pick<ListingDeps, 'views' | 'events' | 'emails' | 'caughtUp'>;
/** Events up to `until` count; all where it is null. `at` is ISO 8601. */
type Moment = { at: string; until: Position | null };

/**
 * Why a user got a listing, or why not: the rules as of now, or as of when the listing was matched, folded from the
 * streams of both. Throws Problem 404 where one of them does not exist.
 */
export async function pairWhyOf(deps: PairWhyDeps, now: string, asked: PairWhyQuery): Promise<PairWhy> {
  await current(deps);
  const { views, events, emails } = deps;
  const found = await listingOf(views, asked.listing);
  if (found === null) throw new Problem(404, noSuchListing);
  const userId = asked.user.includes('@') ? await emails.holderOf(asked.user) : asked.user;
  const life = userId === null ? [] : await userEvents(deps, userId);
  if (userId === null || life.length === 0) throw new Problem(404, 'No such user');
  const { events: read } = await events.read(`listing-${found.id}`);
  const past = read as Recorded<ListingEvent>[]; // listing streams have no others
  const alert = await alertOf(events, found.id, userId);
  const moment = asked.as_of === 'now' ? { at: now, until: null } : momentOf(past, alert);

  const held = heldAt(past, moment);
  const criteria = await criteriaAt(held, life, moment);
  const matches = criteria.every(({ holds }) => holds);
  const price = dollars(held.price);
  return {
    asOf: asked.as_of,
    at: moment.at,
    listing: { id: found.id, title: held.title, price },
    user: { id: userId, email: emailOf(life) },
    ...outcomeOf(alert),
    matches,
    summary: summaryOf({ alert, asOf: asked.as_of, criteria }),
    criteria,
  };
}

async function userEvents({ events }: PairWhyDeps, userId: string): Promise<Recorded<UserEvent>[]> {
  const { events: life } = await events.read(`user-${userId}`);
  return life as Recorded<UserEvent>[]; // user streams have no others
}

function emailOf(life: Recorded<UserEvent>[]): string {
  const named = life.findLast(({ type }) => type === 'EmailChanged' || type === 'UserRegistered');
  return named !== undefined && 'email' in named.data ? named.data.email : '';
}

/** The last moment at which the listing was matched; for a user who was alerted, that of the alert. */
function momentOf(past: Recorded<ListingEvent>[], alert: OwnAlert | null): Moment {
  const before = alert?.position ?? Number.POSITIVE_INFINITY;
  const news = past.findLast((event) => isNews(event) && event.position <= before);
  return { at: news?.metadata.at ?? '', until: news?.position ?? start };
}

const isIn =
  ({ until }: Moment) =>
  ({ position }: { position: Position }) =>
    until === null || position <= until;

function heldAt(past: Recorded<ListingEvent>[], moment: Moment): HeldListing & { title: string } {
  const events = past.filter(isIn(moment));
  const facts = events.reduce<ListingFacts | null>((before, event) => {
    return event.type === 'ListingFound' ? event.data : before;
  }, null);
  if (facts === null) throw new Problem(404, noSuchListing);
  const state = events.reduce<ReturnType<typeof listings.evolve>>(listings.evolve, listings.initialState);
  const price = 'price' in state ? state.price : facts.price;
  const { title, propertyType, place } = facts;
  const { latitude, longitude } = place;
  return { title, propertyType, latitude, longitude, price, isStanding: state.status === 'found' };
}

async function criteriaAt(held: HeldListing, life: Recorded<UserEvent>[], moment: Moment): Promise<Criterion[]> {
  const user = life.filter(isIn(moment)).reduce<User>(evolve, { status: 'unregistered' });
  const filters = user.status === 'registered' ? user.filters : noFilters;
  const isMember = user.status === 'registered' && user.membershipStatus === 'active';
  const criteria = criteriaOf(held, { isMember, filters, centre: await centreOf(filters.zipCode) });
  if (user.status === 'registered') return criteria;
  const why = user.status === 'deleted' ? 'the account is deleted' : 'there was no account yet';
  return criteria.map((one) => (one.rule === 'membership' ? { ...one, text: `${one.text}, ${why}` } : one));
}

function outcomeOf(alert: OwnAlert | null): Pick<PairWhy, 'outcome' | 'sentAt'> {
  if (alert === null) return { outcome: 'not sent', sentAt: null };
  if (alert.sentAt !== null) return { outcome: 'sent', sentAt: alert.sentAt };
  return { outcome: alert.withheld === null ? 'waiting' : 'withheld', sentAt: null };
}

const withheldBecause: Record<WithheldReason, string> = {
  'listing withdrawn': 'Matched, and not sent: the listing was withdrawn before the daily digest.',
  'not a member': 'Matched, and not sent: the membership was not active when the daily digest was due.',
  'newer price': 'Matched; the daily digest told of a newer price instead.',
};

type Explained = { alert: OwnAlert | null; asOf: 'now' | 'then'; criteria: Criterion[] };

function summaryOf({ alert, asOf, criteria }: Explained): string {
  if (alert?.sentAt) return alert.kind === 'price drop' ? 'Sent, as a price drop.' : 'Sent.';
  if (alert?.withheld) return withheldBecause[alert.withheld];
  if (alert !== null) return 'Matched, and on its way: at once, or with the next daily digest.';
  const misses = criteria.filter(({ holds }) => !holds).map(({ text }) => text);
  if (misses.length > 0) return `${asOf === 'now' ? 'Would not match' : 'Did not match'}: ${misses.join('; ')}.`;
  return asOf === 'now'
    ? 'Would match now, and was not sent: nothing is matched backwards.'
    : 'Fits, and is being matched.';
}
