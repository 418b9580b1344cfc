import { listingStream } from '#domain/event-catalog/streams.ts';
import type { WithheldReason } from '#domain/alert/events.ts';
import { describeMatch } from '#domain/alert/match-reasons.ts';
import type { OwnMatchExplanation, ExplanationReason } from '#domain/matching/own-match-explanation.contract.ts';
import { formatWholeDollars } from '#domain/shared/money.ts';
import { isFullMatch, explainMatchRules, type ListingSnapshot } from '#domain/matching/explain.ts';
import type { FoundListingDoc } from '#projections/listings.ts';
import { listRecentListings } from '#projections/recent-listings.ts';
import type { ViewReader } from '#projections/store/port.ts';
import type { UserDoc } from '#projections/users.ts';
import { HttpError } from '#server/platform/http/middleware/http-error.ts';
import { findFiltersAt } from '../member-index/members.ts';
import { findAlert, type MemberAlert } from './find-alert.ts';
import { waitForLatestEvents } from './wait-for-projections.ts';
import type { ListingDeps } from './deps.ts';
import { findZipCentre, isMatchEvent, findListingByAnyId, type MatchEvent, noSuchListing } from './find-listing.ts';

type ExplainListingDeps = Pick<ListingDeps, 'views' | 'events' | 'waitForProjections'>;

/** Why a user got a listing, or why not. Throws HttpError 404 for an unknown one. */
export async function explainListingForUser(
  deps: ExplainListingDeps,
  user: UserDoc,
  id: string,
): Promise<OwnMatchExplanation> {
  await waitForLatestEvents(deps);
  const { views, events } = deps;
  const listing = await findListingByAnyId(views, id);
  if (listing === null) return explainSaved(views, user, id);
  const { id: listingId, title } = listing;
  const alert = await findAlert(events, listingId, user.id);
  if (alert !== null) {
    const zipCode = (await findFiltersAt(events, user.id, alert.position))?.zipCode;
    return { listingId, title, ...explainAlert(alert, user, zipCode ?? undefined) };
  }
  return { listingId, title, ...(await explainByRules(deps, user, listing)) };
}

async function explainSaved(views: ViewReader, user: UserDoc, id: string): Promise<OwnMatchExplanation> {
  const saved = (await listRecentListings(views, user)).find(
    (listing) => listing.id === id && listing.kind === 'saved',
  );
  if (saved === undefined) throw new HttpError(404, noSuchListing);
  const { title, price, timestamp: sentAt } = saved;
  const summary = 'An admin saved this listing for you.';
  return { listingId: id, title, price, outcome: 'sent', sentAt, summary, reasons: [] };
}

type ListingExplanation = Omit<OwnMatchExplanation, 'listingId' | 'title'>;

const withheldTexts: Record<WithheldReason, string> = {
  'listing withdrawn': 'It fitted your filters, but was withdrawn before your daily digest.',
  'not a member': 'It fitted your filters, but your membership was not active when your daily digest was due.',
  'newer price': 'Your daily digest told you of a newer price instead.',
};

function explainAlert(
  { figures, listing, kind, sentAt, withheld }: MemberAlert,
  { notificationPreference }: UserDoc,
  zipCode: string | undefined,
): ListingExplanation {
  const [distance = '', price = '', type = ''] = describeMatch(figures, listing, kind, zipCode);
  const reasons: ExplanationReason[] = [
    { rule: 'membership', holds: true, text: 'Your membership was active' },
    { rule: 'distance', holds: true, text: distance },
    { rule: 'price', holds: true, text: price },
    { rule: 'type', holds: true, text: type },
  ];
  const common = { price: formatWholeDollars(listing.price), sentAt, reasons };
  if (sentAt !== null) return { ...common, outcome: 'sent', summary: 'Sent to you because it fits your filters.' };
  if (withheld !== null) return { ...common, outcome: 'not sent', summary: withheldTexts[withheld] };
  const when = notificationPreference === 'daily' ? 'comes with your next daily digest' : 'is on its way';
  return { ...common, outcome: 'waiting', summary: `It fits your filters and ${when}.` };
}

/** Applies the rules as of the moment at which the listing was last matched, and as of now. */
async function explainByRules(
  deps: Pick<ExplainListingDeps, 'events'>,
  user: UserDoc,
  listing: FoundListingDoc,
): Promise<ListingExplanation> {
  const matchEvent = await findLastMatchEvent(deps, listing.id);
  const snapshot: ListingSnapshot = { ...listing, price: matchEvent?.data.price ?? listing.price };
  const common = { price: formatWholeDollars(snapshot.price), sentAt: null };
  const before = matchEvent === null ? null : await evaluateReasonsAt(deps, user.id, snapshot, matchEvent);
  if (before !== null && isFullMatch(before)) {
    return { ...common, outcome: 'waiting', summary: 'It fits your filters and is on its way.', reasons: before };
  }
  const isMember = user.membershipStatus === 'active';
  const now = explainMatchRules(snapshot, { isMember, filters: user, centre: await findZipCentre(user.zipCode) });
  const reasons = toMissReasons(now, before, formatDay(matchEvent?.metadata.at ?? listing.foundAt));
  const first = reasons.find(({ holds }) => !holds)?.text ?? '';
  return { ...common, outcome: 'not sent', summary: `Not sent to you. ${first.replace(/\.$/, '')}.`, reasons };
}

/** Null for a user who was not a member then. */
async function evaluateReasonsAt(
  { events }: Pick<ExplainListingDeps, 'events'>,
  userId: string,
  snapshot: ListingSnapshot,
  matchEvent: MatchEvent,
): Promise<ExplanationReason[] | null> {
  const then = await findFiltersAt(events, userId, matchEvent.position);
  return (
    then && explainMatchRules(snapshot, { isMember: true, filters: then, centre: await findZipCentre(then.zipCode) })
  );
}

/** A rule that fails today explains the miss; if all hold today, the listing was found too early. */
function toMissReasons(now: ExplanationReason[], before: ExplanationReason[] | null, day: string): ExplanationReason[] {
  const backwards = 'Nothing is matched backwards';
  const time = (text: string): ExplanationReason => ({ rule: 'time', holds: false, text: `${text}. ${backwards}` });
  if (before !== null) {
    return isFullMatch(now) ? [time(`Found on ${day}, before your filters changed`), ...before] : before;
  }
  const isMember = now.some(({ rule, holds }) => rule === 'membership' && holds);
  return isMember ? [time(`Found on ${day}, before your membership`), ...now] : now;
}

async function findLastMatchEvent(
  { events }: Pick<ExplainListingDeps, 'events'>,
  listingId: string,
): Promise<MatchEvent | null> {
  const { events: past } = await events.read(listingStream(listingId));
  return past.findLast(isMatchEvent) ?? null;
}

const dayFormat = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' });

function formatDay(at: string): string {
  return dayFormat.format(new Date(at));
}
