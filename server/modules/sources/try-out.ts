import type { Recorded } from '#domain/shared/decider.ts';
import { intakeItem } from '#domain/listing/contract.ts';
import { type Listing, listing } from '#domain/listing/decider.ts';
import type { ListingEvent } from '#domain/listing/events.ts';
import { judge } from '#domain/classification/judge.ts';
import { readPrice } from '#domain/pricing/price.ts';
import type { SourceKind, TriedItem, TriedSample } from '#domain/source/contract.ts';
import { type ListingDoc, listings } from '#projections/listings.ts';
import type { ViewReader } from '#projections/store/port.ts';
import type { Config } from '#server/platform/config/config.ts';
import type { EventStore } from '#server/platform/event-store/port.ts';
import { StartRefused } from '#server/lib/errors.ts';
import { Problem } from '#server/platform/http/middleware/problem.ts';
import {
  entryOf,
  type Intake,
  isNew,
  listingIdOf,
  originalOf,
  type Refused,
  understand,
  type Understood,
} from '#server/modules/intake/index.ts';
import { type Feed, readFeeds } from './feed-config/config.ts';
import { type Gazetteer, loadGazetteer } from '#server/modules/geo/index.ts';
import { itemsIn } from './sample.ts';

type Sample = { id: string; kind: SourceKind; sample: string };
export type TrySampleDeps = {
  config: Pick<Config, 'feeds' | 'intakeEmailFrom'>;
  events: Pick<EventStore, 'read'>;
  views: Pick<ViewReader, 'get'>;
  intake: Pick<Intake, 'originalOf'>;
  /** The address of the site. */
  url: string;
};
type Outcome = Pick<TriedItem, 'outcome' | 'reason' | 'duplicateOf'>;
type Facts = Extract<Understood, { as: 'listing' }>['data'];

/** The outcome that each item of a sample would have. Writes nothing, and asks for no second opinion. */
export async function trySample({ id, kind, sample }: Sample, deps: TrySampleDeps): Promise<TriedSample> {
  const feeds = kind === 'feed' ? feedsOf(deps.config) : [];
  const given = { feeds, trusted: deps.config.intakeEmailFrom, url: deps.url };
  const { items, total } = await itemsIn({ id, kind, sample }, given);
  const gazetteer = await loadGazetteer();
  const outcomeOf = outcomes(deps);
  const seen = new Set<string>();
  const tried: TriedItem[] = [];
  for (const { item: raw, whyWait } of items) {
    const read = readIn(raw, gazetteer);
    const understood = understand(id, raw, gazetteer, whyWait);
    const key = keyOf(id, raw);
    const isTwice = understood.as !== 'rejected' && key !== null && seen.has(key);
    if (key !== null) seen.add(key);
    tried.push({ item: raw, ...read, ...(isTwice ? twice : await outcomeOf(understood)) });
  }
  return { items: tried, total };
}

/** Reads FEEDS anew, so that a mapping can be tried before a restart applies it. Throws Problem 409. */
function feedsOf({ feeds }: Pick<Config, 'feeds'>): Feed[] {
  try {
    return feeds === null ? [] : readFeeds(feeds);
  } catch (error) {
    throw error instanceof StartRefused ? new Problem(409, error.message) : error;
  }
}

const twice: Outcome = { outcome: 'duplicate', reason: 'It is in this sample before', duplicateOf: null };
const known: Outcome = { outcome: 'duplicate', reason: 'It came before, at the same price', duplicateOf: null };
const rejected = { outcome: 'rejected', duplicateOf: null } as const;
const news: Outcome = { outcome: 'accepted', reason: null, duplicateOf: null };

function outcomes({ events, views, intake }: Omit<TrySampleDeps, 'config' | 'url'>) {
  const stateOf = async (listingId: string): Promise<Listing> => {
    const past = (await events.read(`listing-${listingId}`)).events as Recorded<ListingEvent>[]; // it has no others
    return past.reduce(listing.evolve, listing.initialState);
  };
  const repost = async (originalId: string, { price }: Facts): Promise<Outcome> => {
    const [original, doc] = await Promise.all([stateOf(originalId), views.get<ListingDoc>(listings.view, originalId)]);
    const title = doc !== null && 'title' in doc ? doc.title : 'a listing';
    const isCheaper = original.status === 'found' && price < original.lowest;
    const duplicateOf = { listingId: originalId, title };
    return isCheaper
      ? { outcome: 'accepted', reason: 'It is posted again, at a lower price', duplicateOf }
      : { outcome: 'duplicate', reason: 'It is posted again', duplicateOf };
  };
  const find = async (facts: Facts): Promise<Outcome> => {
    const state = await stateOf(facts.listingId);
    const originalId = originalOf(state) ?? (isNew(state) ? await intake.originalOf(entryOf(facts)) : null);
    if (originalId !== null) return repost(originalId, facts);
    const [first] = listing.decide({ type: 'Find', data: facts }, state);
    if (first === undefined) return known;
    return first.type === 'ListingRepriced' ? { ...news, reason: 'It is known, at another price' } : news;
  };

  const refuse = async ({ reason, ends }: Refused): Promise<Outcome> => {
    const state = ends === undefined ? null : await stateOf(ends.listingId);
    const isStanding = state?.status === 'found' || state?.status === 'held';
    return isStanding ? { ...news, reason: 'It is known, and withdrawn by this' } : { ...rejected, reason };
  };

  return async (understood: Understood): Promise<Outcome> => {
    if (understood.as === 'rejected') return refuse(understood);
    if (understood.as === 'listing') return find(understood.data);
    const { data } = understood;
    const isNews = listing.decide({ type: 'Hold', data }, await stateOf(data.listingId)).length > 0;
    return isNews
      ? { outcome: 'review', reason: data.reason, duplicateOf: null }
      : { ...known, reason: 'It came before' };
  };
}

/** What the rules read in an item, whatever its outcome. */
function readIn(raw: unknown, gazetteer: Gazetteer): Pick<TriedItem, 'price' | 'place' | 'propertyType' | 'reasons'> {
  const checked = intakeItem.safeParse(raw);
  if (!checked.success) return { price: null, place: null, propertyType: null, reasons: [] };
  const { title, details = '', price: given } = checked.data;
  const price = readPrice(given, `${title}\n${details}`)?.price ?? null;
  const verdict = judge({ title, details, price });
  const place = gazetteer.locate(checked.data);
  return {
    price,
    place: place && { zipCode: place.zipCode, city: place.city, state: place.state },
    propertyType: verdict.verdict === 'match' ? verdict.propertyType : null,
    reasons: verdict.reasons,
  };
}

function keyOf(source: string, raw: unknown): string | null {
  const checked = intakeItem.safeParse(raw);
  return checked.success ? `${listingIdOf(source, checked.data)}/${checked.data.price ?? ''}` : null;
}
