import type { WithheldReason } from '#domain/alert/events.ts';
import type { Recorded } from '#domain/shared/decider.ts';
import { whyOf } from '#domain/alert/why.ts';
import type { ListingEvent } from '#domain/listing/events.ts';
import type { ListingWhy, WhyReason } from '#domain/matching/why.contract.ts';
import { dollars } from '#domain/shared/money.ts';
import { allHold, explain, type HeldAgainst } from '#domain/matching/explain.ts';
import type { FoundListingDoc } from '#projections/listings.ts';
import { recentFor } from '#projections/recent-listings.ts';
import type { ViewReader } from '#projections/store/port.ts';
import type { UserDoc } from '#projections/users.ts';
import { Problem } from '#server/platform/http/middleware/problem.ts';
import { filtersAt } from '../member-index/members.ts';
import { alertOf, type OwnAlert } from './alert-of.ts';
import { current } from './current.ts';
import type { ListingDeps } from './deps.ts';
import { centreOf, isNews, listingOf, type News, noSuchListing } from './found-listing.ts';

type WhyDeps = Pick<ListingDeps, 'views' | 'events' | 'caughtUp'>;

/** Why a user got a listing, or why not. Throws Problem 404 for an unknown one. */
export async function whyFor(deps: WhyDeps, user: UserDoc, id: string): Promise<ListingWhy> {
  await current(deps);
  const { views, events } = deps;
  const listing = await listingOf(views, id);
  if (listing === null) return ofSaved(views, user, id);
  const { id: listingId, title } = listing;
  const alert = await alertOf(events, listingId, user.id);
  if (alert !== null) {
    const zipCode = (await filtersAt(events, user.id, alert.position))?.zipCode;
    return { listingId, title, ...ofAlert(alert, user, zipCode ?? undefined) };
  }
  return { listingId, title, ...(await ofRules(deps, user, listing)) };
}

async function ofSaved(views: ViewReader, user: UserDoc, id: string): Promise<ListingWhy> {
  const saved = (await recentFor(views, user)).find((listing) => listing.id === id && listing.kind === 'saved');
  if (saved === undefined) throw new Problem(404, noSuchListing);
  const { title, price, timestamp: sentAt } = saved;
  const summary = 'An admin saved this listing for you.';
  return { listingId: id, title, price, outcome: 'sent', sentAt, summary, reasons: [] };
}

type Told = Omit<ListingWhy, 'listingId' | 'title'>;

const withheldBecause: Record<WithheldReason, string> = {
  'listing withdrawn': 'It fitted your filters, but was withdrawn before your daily digest.',
  'not a member': 'It fitted your filters, but your membership was not active when your daily digest was due.',
  'newer price': 'Your daily digest told you of a newer price instead.',
};

function ofAlert(
  { member, listing, kind, sentAt, withheld }: OwnAlert,
  { notificationPreference }: UserDoc,
  zipCode: string | undefined,
): Told {
  const [distance = '', price = '', type = ''] = whyOf(member, listing, kind, zipCode);
  const reasons: WhyReason[] = [
    { rule: 'membership', holds: true, text: 'Your membership was active' },
    { rule: 'distance', holds: true, text: distance },
    { rule: 'price', holds: true, text: price },
    { rule: 'type', holds: true, text: type },
  ];
  const shown = { price: dollars(listing.price), sentAt, reasons };
  if (sentAt !== null) return { ...shown, outcome: 'sent', summary: 'Sent to you because it fits your filters.' };
  if (withheld !== null) return { ...shown, outcome: 'not sent', summary: withheldBecause[withheld] };
  const when = notificationPreference === 'daily' ? 'comes with your next daily digest' : 'is on its way';
  return { ...shown, outcome: 'waiting', summary: `It fits your filters and ${when}.` };
}

/** Applies the rules as of the moment at which the listing was last matched, and as of now. */
async function ofRules(deps: Pick<WhyDeps, 'events'>, user: UserDoc, listing: FoundListingDoc): Promise<Told> {
  const news = await lastNews(deps, listing.id);
  const held: HeldAgainst = { ...listing, price: news?.data.price ?? listing.price };
  const shown = { price: dollars(held.price), sentAt: null };
  const before = news === null ? null : await reasonsThen(deps, user.id, held, news);
  if (before !== null && allHold(before)) {
    return { ...shown, outcome: 'waiting', summary: 'It fits your filters and is on its way.', reasons: before };
  }
  const isMember = user.membershipStatus === 'active';
  const now = explain(held, { isMember, filters: user, centre: await centreOf(user.zipCode) });
  const reasons = missedBecause(now, before, dayOf(news?.metadata.at ?? listing.foundAt));
  const first = reasons.find(({ holds }) => !holds)?.text ?? '';
  return { ...shown, outcome: 'not sent', summary: `Not sent to you. ${first.replace(/\.$/, '')}.`, reasons };
}

/** Null for a user who was not a member then. */
async function reasonsThen(
  { events }: Pick<WhyDeps, 'events'>,
  userId: string,
  held: HeldAgainst,
  news: News,
): Promise<WhyReason[] | null> {
  const then = await filtersAt(events, userId, news.position);
  return then && explain(held, { isMember: true, filters: then, centre: await centreOf(then.zipCode) });
}

/** A rule that fails today explains the miss; if all hold today, the listing was found too early. */
function missedBecause(now: WhyReason[], before: WhyReason[] | null, day: string): WhyReason[] {
  const backwards = 'Nothing is matched backwards';
  const time = (text: string): WhyReason => ({ rule: 'time', holds: false, text: `${text}. ${backwards}` });
  if (before !== null) {
    return allHold(now) ? [time(`Found on ${day}, before your filters changed`), ...before] : before;
  }
  const isMember = now.some(({ rule, holds }) => rule === 'membership' && holds);
  return isMember ? [time(`Found on ${day}, before your membership`), ...now] : now;
}

async function lastNews({ events }: Pick<WhyDeps, 'events'>, listingId: string): Promise<News | null> {
  const { events: past } = await events.read(`listing-${listingId}`);
  return (past as Recorded<ListingEvent>[]).findLast(isNews) ?? null; // listing streams have no others
}

const days = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' });

function dayOf(at: string): string {
  return days.format(new Date(at));
}
