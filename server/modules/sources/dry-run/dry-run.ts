import { describeEvidence } from '#domain/deduplication/repost-evidence.ts';
import { presentPrice } from '#domain/shared/money.contract.ts';
import { readIntakeItem } from '#domain/listing/contract.ts';
import type { IntakeOutcome } from '#domain/intake/decide-intake.ts';
import type { ItemReading } from '#domain/listing/facts.contract.ts';
import type { SourceKind, DryRunItem, DryRunResult } from '#domain/source/contract.ts';
import { type ListingDoc, listings } from '#projections/listings.ts';
import type { ViewReader } from '#projections/store/port.ts';
import type { Config } from '#server/platform/config/config.ts';
import { StartupError } from '#server/lib/errors.ts';
import { HttpError } from '#server/platform/http/middleware/http-error.ts';
import {
  deriveListingId,
  findLeftOutFields,
  type Intake,
  judgeText,
  type LoadedWeights,
  parseUnderstoodItem,
  presentReading,
  understandItem,
  type UnderstoodItem,
} from '#server/modules/intake/index.ts';
import { type Feed, readFeeds } from '../feed-config/config.ts';
import { loadGazetteer } from '#server/modules/geo/index.ts';
import type { SavedFeeds } from '../saved-feeds/saved-feeds.ts';
import { readSampleItems, type SampleItem } from './sample-input.ts';

type SampleInput = { id: string; kind: SourceKind; sample: string };
export type DryRunDeps = {
  config: Pick<Config, 'feeds' | 'intakeEmailFrom' | 'intakeEmailPlaces'>;
  views: Pick<ViewReader, 'get'>;
  intake: Pick<Intake, 'preview'>;
  savedFeeds: Pick<SavedFeeds, 'list'>;
  weights: Pick<LoadedWeights, 'table'>;
  /** The base URL of the site. */
  url: string;
};
export type JudgeDeps = Pick<DryRunDeps, 'views' | 'intake' | 'weights'>;
type DryRunOutcome = Pick<DryRunItem, 'outcome' | 'reason' | 'duplicateOf'>;

/** The outcome that each item of a sample would have. Writes nothing, and does not call the LLM classifier. */
export async function dryRunSample({ id, kind, sample }: SampleInput, deps: DryRunDeps): Promise<DryRunResult> {
  const savedFeeds = kind === 'feed' ? await deps.savedFeeds.list() : [];
  const feeds = kind === 'feed' ? [...loadFeeds(deps.config), ...savedFeeds.map(({ feed }) => feed)] : [];
  const { intakeEmailFrom: trustedSenders, intakeEmailPlaces: places } = deps.config;
  const readerOptions = { feeds, trustedSenders, places, url: deps.url };
  const { items, total } = await readSampleItems({ id, kind, sample }, readerOptions);
  return { items: await judgeItems(id, items, deps), total };
}

/** The outcome that each raw item of a source would have, as if they came in this order. Writes nothing. */
export async function judgeItems(id: string, items: SampleItem[], deps: JudgeDeps): Promise<DryRunItem[]> {
  const gazetteer = await loadGazetteer();
  const { table } = deps.weights;
  const seenKeys = new Set<string>();
  const dryRunItems: DryRunItem[] = [];
  for (const { item: raw, holdReason } of items) {
    const read = readIntakeItem(raw);
    const { data } = read.checked;
    const understood = data === undefined ? null : understandItem(data, gazetteer, judgeText(data, table));
    const parsed = parseUnderstoodItem(id, read, understood, holdReason);
    const key = createItemKey(id, understood);
    const isTwice = parsed.kind !== 'rejected' && key !== null && seenKeys.has(key);
    if (key !== null) seenKeys.add(key);
    dryRunItems.push({
      item: raw,
      ...(understood === null ? emptyReading : presentReading(understood, table)),
      leftOut: findLeftOutFields(read, understood, gazetteer),
      ...(isTwice ? repeatedOutcome : await presentOutcome(await deps.intake.preview(parsed), deps)),
    });
  }
  return dryRunItems;
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

async function presentOutcome(outcome: IntakeOutcome, { views }: Pick<DryRunDeps, 'views'>): Promise<DryRunOutcome> {
  if ('reason' in outcome) return { outcome: outcome.kind, reason: outcome.reason, duplicateOf: null };
  const reason = outcomeReasons[outcome.as];
  if (!('original' in outcome)) return { outcome: outcome.kind, reason, duplicateOf: null };
  const { listingId: id, evidence } = outcome.original;
  const doc = await views.get<ListingDoc>(listings.view, id);
  const title = doc !== null && 'title' in doc ? doc.title : 'a listing';
  return { outcome: outcome.kind, reason: `${reason} ${describeEvidence(evidence)}`, duplicateOf: { id, title } };
}

const outcomeReasons = {
  new: null,
  'other price': 'Known, at another price',
  withdrawn: 'Known, withdrawn by this item',
  'cheaper repost': 'Reposted at a lower price.',
  'offered again': 'Reposted, and offered again.',
  'same price': 'Already received at the same price',
  'same item': 'Already received',
  repost: 'Reposted.',
} as const;

const emptyReading: ItemReading = { ...presentPrice(null), place: null, propertyType: null, reasons: [] };

function createItemKey(source: string, understood: UnderstoodItem | null): string | null {
  return understood && `${deriveListingId(source, understood.item)}/${understood.item.price ?? ''}`;
}
