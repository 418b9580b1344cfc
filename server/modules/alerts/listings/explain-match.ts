import { listingStream, userStream } from '#domain/event-catalog/streams.ts';
import type { WithheldReason } from '#domain/alert/events.ts';
import { type Position, type Recorded, startPosition } from '#domain/shared/decider.ts';
import { listing as listings } from '#domain/listing/decider.ts';
import type { ListingEvent, ListingFacts } from '#domain/listing/events.ts';
import type {
  Criterion,
  MatchExplanation,
  MatchExplanationRequest,
} from '#domain/matching/match-explanation.contract.ts';
import { formatWholeDollars } from '#domain/shared/money.ts';
import { explainCriteria, type DatedListingSnapshot } from '#domain/matching/criteria.ts';
import type { UserEvent } from '#domain/user/events.ts';
import { evolve, emptyFilters, type User } from '#domain/user/state.ts';
import { HttpError } from '#server/platform/http/middleware/http-error.ts';
import { findAlert, type MemberAlert } from './find-alert.ts';
import { waitForLatestEvents } from './wait-for-projections.ts';
import type { ListingDeps } from './deps.ts';
import { findZipCentre, isMatchEvent, findListingByAnyId, noSuchListing } from './find-listing.ts';

type ExplainMatchDeps = Pick<ListingDeps, 'views' | 'events' | 'emails' | 'waitForProjections'>;
/** Events up to `lastPosition` count; all where it is null. `at` is ISO 8601. */
type MatchMoment = { at: string; lastPosition: Position | null };

/**
 * Why a user got a listing, or why not: the rules as of now, or as of when the listing was matched, folded from the
 * streams of both. Throws HttpError 404 where one of them does not exist.
 */
export async function explainMatch(
  deps: ExplainMatchDeps,
  now: string,
  query: MatchExplanationRequest,
): Promise<MatchExplanation> {
  await waitForLatestEvents(deps);
  const { views, events, emails } = deps;
  const found = await findListingByAnyId(views, query.listing);
  if (found === null) throw new HttpError(404, noSuchListing);
  const userId = query.user.includes('@') ? await emails.findOwner(query.user) : query.user;
  const userHistory = userId === null ? [] : (await events.read(userStream(userId))).events;
  if (userId === null || userHistory.length === 0) throw new HttpError(404, 'No such user');
  const { events: past } = await events.read(listingStream(found.id));
  const alert = await findAlert(events, found.id, userId);
  const moment = query.as_of === 'now' ? { at: now, lastPosition: null } : findMatchMoment(past, alert);

  const snapshot = buildListingAt(past, moment);
  const criteria = await evaluateCriteriaAt(snapshot, userHistory, moment);
  const matches = criteria.every(({ holds }) => holds);
  const price = formatWholeDollars(snapshot.price);
  return {
    asOf: query.as_of,
    at: moment.at,
    listing: { id: found.id, title: snapshot.title, price },
    user: { id: userId, email: findEmail(userHistory) },
    ...toOutcome(alert),
    matches,
    summary: summarize({ alert, asOf: query.as_of, criteria }),
    criteria,
  };
}

function findEmail(userHistory: Recorded<UserEvent>[]): string {
  const named = userHistory.findLast(({ type }) => type === 'EmailChanged' || type === 'UserRegistered');
  return named !== undefined && 'email' in named.data ? named.data.email : '';
}

/** The last moment at which the listing was matched; for an alerted user, that of the alert. */
function findMatchMoment(past: Recorded<ListingEvent>[], alert: MemberAlert | null): MatchMoment {
  const before = alert?.position ?? Number.POSITIVE_INFINITY;
  const news = past.findLast((event) => isMatchEvent(event) && event.position <= before);
  return { at: news?.metadata.at ?? '', lastPosition: news?.position ?? startPosition };
}

const createMomentFilter =
  ({ lastPosition }: MatchMoment) =>
  ({ position }: { position: Position }) =>
    lastPosition === null || position <= lastPosition;

function buildListingAt(past: Recorded<ListingEvent>[], moment: MatchMoment): DatedListingSnapshot & { title: string } {
  const events = past.filter(createMomentFilter(moment));
  const facts = events.reduce<ListingFacts | null>((before, event) => {
    return event.type === 'ListingFound' ? event.data : before;
  }, null);
  if (facts === null) throw new HttpError(404, noSuchListing);
  const state = events.reduce<ReturnType<typeof listings.evolve>>(listings.evolve, listings.initialState);
  const price = 'price' in state ? state.price : facts.price;
  const { title, propertyType, place } = facts;
  const { latitude, longitude } = place;
  return { title, propertyType, latitude, longitude, price, isAvailable: state.status === 'found' };
}

async function evaluateCriteriaAt(
  snapshot: DatedListingSnapshot,
  userHistory: Recorded<UserEvent>[],
  moment: MatchMoment,
): Promise<Criterion[]> {
  const user = userHistory.filter(createMomentFilter(moment)).reduce<User>(evolve, { status: 'unregistered' });
  const filters = user.status === 'registered' ? user.filters : emptyFilters;
  const isMember = user.status === 'registered' && user.membershipStatus === 'active';
  const criteria = explainCriteria(snapshot, { isMember, filters, centre: await findZipCentre(filters.zipCode) });
  if (user.status === 'registered') return criteria;
  const why = user.status === 'deleted' ? 'the account is deleted' : 'there was no account yet';
  return criteria.map((one) => (one.rule === 'membership' ? { ...one, text: `${one.text}, ${why}` } : one));
}

function toOutcome(alert: MemberAlert | null): Pick<MatchExplanation, 'outcome' | 'sentAt'> {
  if (alert === null) return { outcome: 'not sent', sentAt: null };
  if (alert.sentAt !== null) return { outcome: 'sent', sentAt: alert.sentAt };
  return { outcome: alert.withheld === null ? 'waiting' : 'withheld', sentAt: null };
}

const withheldTexts: Record<WithheldReason, string> = {
  'listing withdrawn': 'Matched, and not sent: the listing was withdrawn before the daily digest.',
  'not a member': 'Matched, and not sent: the membership was not active when the daily digest was due.',
  'newer price': 'Matched; the daily digest told of a newer price instead.',
};

type SummaryInput = { alert: MemberAlert | null; asOf: 'now' | 'then'; criteria: Criterion[] };

function summarize({ alert, asOf, criteria }: SummaryInput): string {
  if (alert?.sentAt) return alert.kind === 'price drop' ? 'Sent, as a price drop.' : 'Sent.';
  if (alert?.withheld) return withheldTexts[alert.withheld];
  if (alert !== null) return 'Matched, and on its way: at once, or with the next daily digest.';
  const misses = criteria.filter(({ holds }) => !holds).map(({ text }) => text);
  if (misses.length > 0) return `${asOf === 'now' ? 'Would not match' : 'Did not match'}: ${misses.join('; ')}.`;
  return asOf === 'now'
    ? 'Would match now, and was not sent: nothing is matched backwards.'
    : 'Fits, and is being matched.';
}
