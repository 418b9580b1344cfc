import { describeEvidence, type RepostMatch, tellsPrice } from '#domain/deduplication/repost-evidence.ts';
import { presentPrice } from '#domain/shared/money.contract.ts';
import { listingStream } from '#domain/event-catalog/streams.ts';
import { type ReadIntakeItem, readIntakeItem } from '#domain/listing/contract.ts';
import { listing } from '#domain/listing/decider.ts';
import type { ItemReading } from '#domain/listing/facts.contract.ts';
import type { SourceKind, DryRunItem, DryRunResult } from '#domain/source/contract.ts';
import { type ListingDoc, listings } from '#projections/listings.ts';
import type { ViewReader } from '#projections/store/port.ts';
import type { Config } from '#server/platform/config/config.ts';
import { readState } from '#server/platform/commands/read-state.ts';
import type { EventStore } from '#server/platform/event-store/port.ts';
import { StartupError } from '#server/lib/errors.ts';
import { HttpError } from '#server/platform/http/middleware/http-error.ts';
import {
  toRepostEntry,
  type Intake,
  isNewListing,
  deriveListingId,
  findLeftOutFields,
  presentReading,
  getOriginal,
  type RejectedItem,
  parseCheckedItem,
  type ParsedItem,
} from '#server/modules/intake/index.ts';
import { type Feed, readFeeds } from './feed-config/config.ts';
import { type Gazetteer, loadGazetteer } from '#server/modules/geo/index.ts';
import { readSampleItems } from './sample-input.ts';

type SampleInput = { id: string; kind: SourceKind; sample: string };
export type DryRunDeps = {
  config: Pick<Config, 'feeds' | 'intakeEmailFrom' | 'intakeEmailPlaces'>;
  events: Pick<EventStore, 'read'>;
  views: Pick<ViewReader, 'get'>;
  intake: Pick<Intake, 'originalOf'>;
  /** The base URL of the site. */
  url: string;
};
type DryRunOutcome = Pick<DryRunItem, 'outcome' | 'reason' | 'duplicateOf'>;
type ListingData = Extract<ParsedItem, { kind: 'listing' }>['data'];

/** The outcome that each item of a sample would have. Writes nothing, and does not call the LLM classifier. */
export async function dryRunSample({ id, kind, sample }: SampleInput, deps: DryRunDeps): Promise<DryRunResult> {
  const feeds = kind === 'feed' ? loadFeeds(deps.config) : [];
  const { intakeEmailFrom: trustedSenders, intakeEmailPlaces: places } = deps.config;
  const readerOptions = { feeds, trustedSenders, places, url: deps.url };
  const { items, total } = await readSampleItems({ id, kind, sample }, readerOptions);
  const gazetteer = await loadGazetteer();
  const outcomeOf = createOutcomeFinder(deps);
  const seenKeys = new Set<string>();
  const dryRunItems: DryRunItem[] = [];
  for (const { item: raw, holdReason } of items) {
    const read = readIntakeItem(raw);
    const parsed = parseCheckedItem(id, read, gazetteer, holdReason);
    const key = createItemKey(id, read);
    const isTwice = parsed.kind !== 'rejected' && key !== null && seenKeys.has(key);
    if (key !== null) seenKeys.add(key);
    dryRunItems.push({
      item: raw,
      ...presentRead(read, gazetteer),
      ...(isTwice ? repeatedOutcome : await outcomeOf(parsed)),
    });
  }
  return { items: dryRunItems, total };
}

/** Reads FEEDS again, so that a mapping can be tried before a restart applies it. Throws HttpError 409. */
function loadFeeds({ feeds }: Pick<Config, 'feeds'>): Feed[] {
  try {
    return feeds === null ? [] : readFeeds(feeds);
  } catch (error) {
    throw error instanceof StartupError ? new HttpError(409, error.message) : error;
  }
}

const repeatedOutcome: DryRunOutcome = {
  outcome: 'duplicate',
  reason: 'It appears earlier in this sample',
  duplicateOf: null,
};
const knownOutcome: DryRunOutcome = {
  outcome: 'duplicate',
  reason: 'Already received at the same price',
  duplicateOf: null,
};
const rejectedOutcome = { outcome: 'rejected', duplicateOf: null } as const;
const acceptedOutcome: DryRunOutcome = { outcome: 'accepted', reason: null, duplicateOf: null };

function createOutcomeFinder({ events, views, intake }: Omit<DryRunDeps, 'config' | 'url'>) {
  const stateOf = (listingId: string) => readState(events, listing, listingStream(listingId));
  const repost = async (
    { listingId: originalId, evidence }: RepostMatch,
    { price }: ListingData,
  ): Promise<DryRunOutcome> => {
    const [original, doc] = await Promise.all([stateOf(originalId), views.get<ListingDoc>(listings.view, originalId)]);
    const title = doc !== null && 'title' in doc ? doc.title : 'a listing';
    const isCheaper = original.status === 'found' && price < original.lowest && tellsPrice(evidence);
    const duplicateOf = { id: originalId, title };
    return isCheaper
      ? {
          outcome: 'accepted',
          reason: `Reposted at a lower price. ${describeEvidence(evidence)}`,
          duplicateOf,
        }
      : { outcome: 'duplicate', reason: `Reposted. ${describeEvidence(evidence)}`, duplicateOf };
  };
  const find = async (facts: ListingData): Promise<DryRunOutcome> => {
    const state = await stateOf(facts.listingId);
    const original = getOriginal(state) ?? (isNewListing(state) ? await intake.originalOf(toRepostEntry(facts)) : null);
    if (original !== null) return repost(original, facts);
    const [first] = listing.decide({ type: 'Find', data: facts }, state);
    if (first === undefined) return knownOutcome;
    return first.type === 'ListingRepriced'
      ? { ...acceptedOutcome, reason: 'Known, at another price' }
      : acceptedOutcome;
  };

  const refuse = async ({ reason, ends }: RejectedItem): Promise<DryRunOutcome> => {
    const state = ends === undefined ? null : await stateOf(ends.listingId);
    const isStanding = state?.status === 'found' || state?.status === 'held';
    return isStanding
      ? { ...acceptedOutcome, reason: 'Known, withdrawn by this item' }
      : { ...rejectedOutcome, reason };
  };

  return async (parsed: ParsedItem): Promise<DryRunOutcome> => {
    if (parsed.kind === 'rejected') return refuse(parsed);
    if (parsed.kind === 'listing') return find(parsed.data);
    const { data } = parsed;
    const hasEffect = listing.decide({ type: 'Hold', data }, await stateOf(data.listingId)).length > 0;
    return hasEffect
      ? { outcome: 'review', reason: data.reason, duplicateOf: null }
      : { ...knownOutcome, reason: 'Already received' };
  };
}

const emptyReading: ItemReading = { ...presentPrice(null), place: null, propertyType: null, reasons: [] };

function presentRead(read: ReadIntakeItem, gazetteer: Gazetteer): ItemReading & Pick<DryRunItem, 'leftOut'> {
  const { data } = read.checked;
  const reading = data ? presentReading(data, gazetteer).reading : emptyReading;
  return { ...reading, leftOut: findLeftOutFields(read, gazetteer) };
}

function createItemKey(source: string, { checked }: ReadIntakeItem): string | null {
  return checked.success ? `${deriveListingId(source, checked.data)}/${checked.data.price ?? ''}` : null;
}
