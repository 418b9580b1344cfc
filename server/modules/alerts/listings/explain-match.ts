import { findListing } from '#projections/listings.ts';
import type { WithheldReason } from '#domain/alert/events.ts';
import { describeForAdmin } from '#domain/matching/describe-for-admin.ts';
import { type ExplainedSearch, isFullMatch, toReasons } from '#domain/matching/explain.ts';
import { describeHistory, explainHistory } from '#domain/matching/explain-history.ts';
import { listMatchedSearches } from '#domain/matching/index/matched-member.ts';
import type { MatchExplanation, MatchExplanationRequest } from '#domain/matching/match-explanation.contract.ts';
import type { ExplanationReason } from '#domain/matching/own-match-explanation.contract.ts';
import { presentKnownPrice } from '#domain/shared/money.contract.ts';
import type { Recorded } from '#domain/shared/decider.ts';
import type { UserEvent } from '#domain/user/events.ts';
import { HttpError } from '#server/platform/http/middleware/http-error.ts';
import { type ListingDeps, newestEventsWaitMs } from './deps.ts';
import type { MemberAlert } from './find-alert.ts';
import { noSuchListing } from './find-listing.ts';
import { loadMatchCase, type MatchCase } from './match-case.ts';

type ExplainMatchDeps = Pick<ListingDeps, 'views' | 'events' | 'emails' | 'waitForHead'>;

/**
 * Why a user got a listing, or why not: the rules as of now, or as of when the listing was matched, folded from the
 * streams of both. Throws HttpError 404 where one of them does not exist.
 */
export async function explainMatchForAdmin(
  deps: ExplainMatchDeps,
  now: string,
  query: MatchExplanationRequest,
): Promise<MatchExplanation> {
  await deps.waitForHead(newestEventsWaitMs);
  const { views, events, emails } = deps;
  const found = await findListing(views, query.listing);
  if (found === null) throw new HttpError(404, noSuchListing);
  const userId = query.user.includes('@') ? await emails.findOwner(query.user) : query.user;
  const match = userId === null ? null : await loadMatchCase(events, found.id, userId);
  if (userId === null || match === null || match.userHistory.length === 0) throw new HttpError(404, 'No such user');
  const { alert, matched, userHistory, listingAt, userAt, explain } = match;
  const asOf = query.as_of;
  const position = asOf === 'now' ? undefined : matched.position;

  const listing = listingAt(position);
  const { conditions, searches } = await explain(listing, userAt(position));
  const criteria = toReasons(conditions, describeForAdmin);
  return {
    asOf,
    at: asOf === 'now' ? now : matched.at,
    listing: { id: found.id, title: listing.title, ...presentKnownPrice(listing.price) },
    user: { id: userId, email: findEmail(userHistory) },
    ...toOutcome(alert),
    matches: isFullMatch(criteria),
    summary: summarize({ alert, asOf, criteria, searches }),
    criteria: asOf === 'now' ? criteria.concat(explainNews(match, found.repostIds.length)) : criteria,
    searches: searches.map(presentSearch),
  };
}

function presentSearch({ conditions, ...search }: ExplainedSearch): MatchExplanation['searches'][number] {
  return { ...search, matches: isFullMatch(conditions), criteria: toReasons(conditions, describeForAdmin) };
}

/** Whether the listing is news to the user: only that is sent. */
function explainNews({ alert, matched, laterChange }: MatchCase, reposts: number): ExplanationReason[] {
  const history = { sentAt: alert?.sentAt ?? null, reposts, foundAt: matched.at, change: laterChange };
  return toReasons(explainHistory(history), describeHistory);
}

function findEmail(userHistory: Recorded<UserEvent>[]): string {
  const named = userHistory.findLast(({ type }) => type === 'EmailChanged' || type === 'UserRegistered');
  return named !== undefined && 'email' in named.data ? named.data.email : '';
}

function toOutcome(alert: MemberAlert | null): Pick<MatchExplanation, 'outcome' | 'sentAt'> {
  if (alert === null) return { outcome: 'not sent', sentAt: null };
  if (alert.sentAt !== null) return { outcome: 'sent', sentAt: alert.sentAt };
  return { outcome: alert.withheld === null ? 'waiting' : 'withheld', sentAt: null };
}

const withheldTexts: Record<WithheldReason, string> = {
  'listing withdrawn': ' but not sent: the listing was withdrawn before the daily digest.',
  'not a member': ' but not sent: the membership was inactive when the daily digest was due.',
  'other type': ' but not sent: the type was corrected to one that was not asked for.',
  'newer price': '; the daily digest showed a newer price instead.',
};

type SummaryInput = {
  alert: MemberAlert | null;
  asOf: 'now' | 'then';
  criteria: ExplanationReason[];
  searches: ExplainedSearch[];
};

function summarize({ alert, asOf, criteria, searches }: SummaryInput): string {
  const search = nameSearches(alert, searches);
  if (alert !== null) return summarizeAlert(alert, search);
  const misses = criteria.filter(({ holds }) => !holds).map(({ text }) => text);
  if (misses.length > 0) return `${asOf === 'now' ? 'Would' : 'Did'} not match${search}: ${misses.join('; ')}.`;
  return asOf === 'now'
    ? `Would match${search} now, but was not sent: older listings are never sent.`
    : 'Being matched.';
}

function summarizeAlert({ sentAt, withheld, kind }: MemberAlert, search: string): string {
  if (sentAt !== null) return `Sent${search && ` for${search}`}${kind === 'price drop' ? ', as a price drop' : ''}.`;
  return withheld === null ? `Matched${search}; waiting to be sent.` : `Matched${search}${withheldTexts[withheld]}`;
}

/** ' Flint, Saginaw': those that the alert was for, else the nearest. Empty for a user who has one search. */
function nameSearches(alert: MemberAlert | null, searches: ExplainedSearch[]): string {
  if (searches.length === 1 && alert?.match.searches === undefined) return '';
  const named = alert === null ? searches.slice(0, 1) : listMatchedSearches(alert.match);
  return ` ${named.map(({ name }) => name).join(', ')}`;
}
