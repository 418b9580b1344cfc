import { findListing } from '#projections/listings.ts';
import type { WithheldReason } from '#domain/alert/events.ts';
import { selectOffMarketSignals } from '#domain/listing/off-market-signals.ts';
import { capitalize } from '#domain/shared/capitalize.contract.ts';
import { explainAlert, type ZipCodes } from '#domain/alert/match-reasons.ts';
import { formatUtcDay } from '#domain/matching/explain-history.ts';
import {
  describeForUser,
  type ExplainedMatch,
  isFullMatch,
  type MatchCondition,
  toReasons,
} from '#domain/matching/explain.ts';
import { idsOfSearches } from '#domain/matching/index/matched-member.ts';
import type { ExplanationReason, OwnMatchExplanation } from '#domain/matching/own-match-explanation.contract.ts';
import { firstSearch } from '#domain/user/searches.contract.ts';
import { presentKnownPrice } from '#domain/shared/money.contract.ts';
import { listRecentListings } from '#projections/lists/member-listing-pages.ts';
import type { ViewReader } from '#projections/store/port.ts';
import type { UserDoc } from '#projections/users.ts';
import { HttpError } from '#server/platform/http/middleware/http-error.ts';
import { type ListingDeps, newestEventsWaitMs } from './deps.ts';
import type { MemberAlert } from './find-alert.ts';
import { noSuchListing } from './find-listing.ts';
import { listSearches, loadMatchCase, type MatchCase } from './match-case.ts';

export type ExplainListingDeps = Pick<ListingDeps, 'views' | 'events' | 'waitForHead'>;

/** Why a user got a listing, or why not. Throws HttpError 404 for an unknown one. */
export async function explainListingForUser(
  deps: ExplainListingDeps,
  user: UserDoc,
  id: string,
): Promise<OwnMatchExplanation> {
  await deps.waitForHead(newestEventsWaitMs);
  const { views, events } = deps;
  const listing = await findListing(views, id);
  if (listing === null) return explainSaved(views, user, id);
  const match = await loadMatchCase(events, listing.id, user.id);
  return { id: listing.id, title: listing.title, ...(await explainMatchCase(match, user)) };
}

export async function explainMatchCase(match: MatchCase, user: UserDoc): Promise<ListingExplanation> {
  const { alert, matched, userAt } = match;
  if (alert === null) return explainByRules(match);
  const zipCodes = listSearches(userAt(matched.position)).map(({ id, filters }) => [id, filters.zipCode] as const);
  return presentAlert(alert, user, Object.fromEntries(zipCodes));
}

async function explainSaved(views: ViewReader, user: UserDoc, id: string): Promise<OwnMatchExplanation> {
  const saved = (await listRecentListings(views, user)).find(
    (listing) => listing.id === id && listing.kind === 'saved',
  );
  if (saved === undefined) throw new HttpError(404, noSuchListing);
  const { title, price, priceText, sentAt } = saved;
  const summary = 'Hand-picked for you by our team.';
  return { id, title, price, priceText, outcome: 'sent', sentAt, summary, reasons: [] };
}

type ListingExplanation = Omit<OwnMatchExplanation, 'id' | 'title'>;

const withheldTexts: Record<WithheldReason, string> = {
  'listing withdrawn': 'It matched your filters, but was withdrawn before your daily digest.',
  'not a member': 'It matched your filters, but your membership was inactive when your daily digest was due.',
  'other type': 'It matched your filters, but its type was corrected to one that is not in them.',
  'newer price': 'Your daily digest showed a newer price instead.',
};

function presentAlert(
  { match, listing, kind, sentAt, withheld }: MemberAlert,
  user: UserDoc,
  zipCodes: ZipCodes,
): ListingExplanation {
  const reasons = [...explainSignals(listing), ...explainAlert(match, listing, kind, zipCodes)];
  const common = { ...presentKnownPrice(listing.price), sentAt, reasons };
  if (sentAt !== null) return { ...common, outcome: 'sent', summary: 'Matches your filters.' };
  if (withheld !== null) return { ...common, outcome: 'not sent', summary: withheldTexts[withheld] };
  const when = isNotifiedAtOnce(user, idsOfSearches(match)) ? 'is on its way' : 'comes with your next daily digest';
  return { ...common, outcome: 'waiting', summary: `It matches your filters and ${when}.` };
}

function isNotifiedAtOnce({ notificationPreference, searches }: UserDoc, fittingIds: string[]): boolean {
  return [{ id: firstSearch.id, notificationPreference }, ...searches].some(
    (search) => fittingIds.includes(search.id) && search.notificationPreference === 'immediate',
  );
}

/** What makes the listing an off-market one, quoted. Its price and type are reasons of their own. */
function explainSignals({ signals, propertyType }: MemberAlert['listing']): ExplanationReason[] {
  return selectOffMarketSignals(signals, propertyType).map(({ says, quote }) => ({
    rule: 'signal',
    holds: true,
    text: `${capitalize(says)}: “${quote}”`,
  }));
}

/** Applies the rules as of the moment at which the listing was last matched, and as of now. */
async function explainByRules({ matched, listingAt, userAt, explain }: MatchCase): Promise<ListingExplanation> {
  const listing = listingAt(matched.position);
  const common = { ...presentKnownPrice(listing.price), sentAt: null };
  const [before, now] = [await explain(listing, userAt(matched.position)), await explain(listing, userAt())];
  if (isFullMatch(before.conditions)) {
    const reasons = toUserReasons(before, now);
    return { ...common, outcome: 'waiting', summary: 'It matches your filters and is on its way.', reasons };
  }
  const reasons = toMissReasons(now, before, formatUtcDay(matched.at));
  const first = reasons.find(({ holds }) => !holds)?.text ?? '';
  return { ...common, outcome: 'not sent', summary: `Not sent to you. ${first.replace(/\.$/, '')}.`, reasons };
}

const rulesOfUser: MatchCondition['rule'][] = ['listing', 'membership'];
/** These are no reasons where they hold: every alert has them. */
const commonRules: MatchCondition['rule'][] = [...rulesOfUser, 'zip'];

/** Those of the nearest search, under its name where there are several, or were at the `other` time. */
function toUserReasons({ conditions, searches }: ExplainedMatch, other: ExplainedMatch): ExplanationReason[] {
  const isReason = ({ rule, holds }: MatchCondition) => !holds || !commonRules.includes(rule);
  const hasSeveral = Math.max(searches.length, other.searches.length) > 1;
  const prefix = hasSeveral ? `${searches[0]?.name ?? ''}: ` : '';
  return toReasons(
    conditions.filter(isReason),
    (condition) => `${rulesOfUser.includes(condition.rule) ? '' : prefix}${describeForUser(condition)}`,
  );
}

/** A rule that fails today explains the miss; if all hold today, the listing was found too early. */
function toMissReasons(now: ExplainedMatch, before: ExplainedMatch, day: string): ExplanationReason[] {
  const wasMember = isMember(before);
  const reasons = wasMember ? toUserReasons(before, now) : toUserReasons(now, before);
  if (!(wasMember ? isFullMatch(now.conditions) : isMember(now))) return reasons;
  const change = wasMember ? 'your filters changed' : 'your membership';
  return [
    { rule: 'time', holds: false, text: `Found on ${day}, before ${change}. We don’t send older listings` },
    ...reasons,
  ];
}

function isMember({ conditions }: ExplainedMatch): boolean {
  return conditions.some(({ rule, holds }) => rule === 'membership' && holds);
}
