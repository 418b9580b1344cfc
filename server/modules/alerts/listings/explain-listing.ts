import { findListing } from '#projections/listings.ts';
import type { WithheldReason } from '#domain/alert/events.ts';
import { selectOffMarketSignals } from '#domain/listing/off-market-signals.ts';
import { capitalize } from '#domain/shared/capitalize.contract.ts';
import { explainAlert } from '#domain/alert/match-reasons.ts';
import { formatUtcDay } from '#domain/matching/explain-history.ts';
import { describeForUser, isFullMatch, type MatchCondition, toReasons } from '#domain/matching/explain.ts';
import type { ExplanationReason, OwnMatchExplanation } from '#domain/matching/own-match-explanation.contract.ts';
import { firstSearch } from '#domain/user/searches.contract.ts';
import type { User } from '#domain/user/state.ts';
import { presentKnownPrice } from '#domain/shared/money.contract.ts';
import { listRecentListings } from '#projections/lists/member-listing-pages.ts';
import type { ViewReader } from '#projections/store/port.ts';
import type { UserDoc } from '#projections/users.ts';
import { HttpError } from '#server/platform/http/middleware/http-error.ts';
import { type ListingDeps, newestEventsWaitMs } from './deps.ts';
import type { MemberAlert } from './find-alert.ts';
import { noSuchListing } from './find-listing.ts';
import { getFilters, loadMatchCase, type MatchCase } from './match-case.ts';

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
  const before = userAt(matched.position);
  return alert === null ? explainByRules(match) : presentAlert(alert, user, listZipCodes(before));
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
  { notificationPreference }: UserDoc,
  zipCodes: ReturnType<typeof listZipCodes>,
): ListingExplanation {
  const reasons = [...explainSignals(listing), ...explainAlert(match, listing, kind, zipCodes)];
  const common = { ...presentKnownPrice(listing.price), sentAt, reasons };
  if (sentAt !== null) return { ...common, outcome: 'sent', summary: 'Matches your filters.' };
  if (withheld !== null) return { ...common, outcome: 'not sent', summary: withheldTexts[withheld] };
  const when = notificationPreference === 'daily' ? 'comes with your next daily digest' : 'is on its way';
  return { ...common, outcome: 'waiting', summary: `It matches your filters and ${when}.` };
}

/** Those of the searches of a user, by id. */
function listZipCodes(user: User): Record<string, string | null> {
  const further = user.status === 'registered' ? user.searches : [];
  const zipCodes = further.map(({ id, zipCode }) => [id, zipCode] as const);
  return { ...Object.fromEntries(zipCodes), [firstSearch.id]: getFilters(user).zipCode };
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
  const before = await explain(listing, userAt(matched.position));
  if (isFullMatch(before)) {
    const reasons = toUserReasons(before);
    return { ...common, outcome: 'waiting', summary: 'It matches your filters and is on its way.', reasons };
  }
  const reasons = toMissReasons(await explain(listing, userAt()), before, formatUtcDay(matched.at));
  const first = reasons.find(({ holds }) => !holds)?.text ?? '';
  return { ...common, outcome: 'not sent', summary: `Not sent to you. ${first.replace(/\.$/, '')}.`, reasons };
}

/** These are no reasons where they hold: every alert has them. */
const commonRules: MatchCondition['rule'][] = ['listing', 'membership', 'zip'];

function toUserReasons(conditions: MatchCondition[]): ExplanationReason[] {
  const isReason = ({ rule, holds }: MatchCondition) => !holds || !commonRules.includes(rule);
  return toReasons(conditions.filter(isReason), describeForUser);
}

/** A rule that fails today explains the miss; if all hold today, the listing was found too early. */
function toMissReasons(now: MatchCondition[], before: MatchCondition[], day: string): ExplanationReason[] {
  const wasMember = isMember(before);
  const reasons = toUserReasons(wasMember ? before : now);
  if (!(wasMember ? isFullMatch(now) : isMember(now))) return reasons;
  const change = wasMember ? 'your filters changed' : 'your membership';
  return [
    { rule: 'time', holds: false, text: `Found on ${day}, before ${change}. We don’t send older listings` },
    ...reasons,
  ];
}

function isMember(conditions: MatchCondition[]): boolean {
  return conditions.some(({ rule, holds }) => rule === 'membership' && holds);
}
