import { builtInSources } from '#domain/listing/built-in-sources.ts';
import { toOutcome } from '#domain/classification/classify.ts';
import type { ListingText } from '#domain/classification/verdict.ts';
import { removeContact } from '#domain/contact/find-contact.ts';
import { isInStream, listingStream } from '#domain/event-catalog/streams.ts';
import { createDecisionReader, type PersonDecision } from '#domain/intake/person-decisions.ts';
import { intakeItem } from '#domain/listing/contract.ts';
import type { PropertyType } from '#domain/listing/property-types.contract.ts';
import type { ListingEvent } from '#domain/listing/events.ts';
import type { Recorded } from '#domain/shared/decider.ts';
import { createKeyedMutex } from '#server/lib/keyed-mutex.ts';
import { runEvery } from '#server/lib/scheduler.ts';
import type { EventStore, StoredEvent } from '#server/platform/event-store/port.ts';
import type { DocumentDeps, Platform } from '#server/platform/modules/platform.ts';
import { createDocumentCheckpoint } from '#server/platform/subscriptions/checkpoints.ts';
import type { Judge } from '../judging/judge.ts';
import type { LoadedWeights } from '../judging/weights.ts';
import type { Sellers } from '../owner-offers/seller-contacts.ts';
import { extractPrice } from '../pipeline/parse-item.ts';
import type { CorrectionDoc, CorrectionStore } from './corrections.ts';

const intervalMs = 3_600_000;
const failureMessage = 'Failed to write corrections.jsonl; retrying in an hour';

type RecordedListingEvent = Recorded<ListingEvent>;
type BuildDeps = { sellers: Pick<Sellers, 'contactOf'>; judge: Judge };
type CollectDeps = DocumentDeps &
  Pick<Platform, 'events' | 'run'> & {
    corrections: Pick<CorrectionStore, 'add' | 'writeFile'>;
    sellers: Pick<Sellers, 'contactOf'>;
    weights: Pick<LoadedWeights, 'values'>;
  };

/** Collects what people decide, and writes it to corrections.jsonl: at once, and every hour without what has expired. */
export async function startCollectingCorrections(deps: CollectDeps) {
  const { createJudgeApart } = await import('../judging/judge.ts');
  const { events, corrections, sellers, weights, log, run } = deps;
  const judge = createJudgeApart(weights.values);
  const fileMutex = createKeyedMutex();
  const writeFile = () => fileMutex('file', corrections.writeFile);
  const checkpoint = createDocumentCheckpoint(deps, 'corrections');
  await checkpoint.load();
  const running = run({
    name: 'corrections',
    handles: ['ListingAccepted', 'ListingRejected', 'ListingRetyped'],
    handle: async (batch) => {
      for (const event of batch) {
        const doc = await readCorrection(events, event, { sellers, judge });
        if (doc !== null) await corrections.add(doc);
      }
      await writeFile().catch((error: unknown) => log.error({ err: error }, failureMessage));
    },
    checkpoint,
  });
  const repeated = runEvery({ work: writeFile, intervalMs, log, failureMessage });
  return {
    stop: async () => {
      await running.stop();
      await repeated.stop();
    },
  };
}

/** What the event of a listing decided; null where it is no judgement of its text. */
async function readCorrection(
  events: Pick<EventStore, 'read'>,
  event: StoredEvent,
  deps: BuildDeps,
): Promise<CorrectionDoc | null> {
  if (!isInStream(event, 'listing')) return null;
  const { listingId } = event.data;
  const past = (await events.read(listingStream(listingId))).events;
  // The event after an acceptance has the type.
  const end = past.findIndex(({ id }) => id === event.id) + (event.type === 'ListingAccepted' ? 2 : 1);
  const upToEvent = past.slice(0, end);
  const decision = upToEvent.map(createDecisionReader()).at(-1);
  return decision ? buildCorrection(decision, { event, listingId, past: upToEvent }, deps) : null;
}

type Decided = { event: RecordedListingEvent; listingId: string; past: RecordedListingEvent[] };

async function buildCorrection(
  { item, label }: PersonDecision,
  { event, listingId, past }: Decided,
  { sellers, judge }: BuildDeps,
): Promise<CorrectionDoc> {
  const source = findSource(past);
  const { listingText } = extractPrice(intakeItem.parse(item));
  const [verdict] = await judge([listingText]);
  const { id, position, metadata } = event;
  const judged = findAcceptedType(past) ?? (verdict ? toOutcome(verdict) : 'review');
  const isPublic =
    source !== builtInSources.sell || (label !== 'reject' && (await isAnonymous(listingId, listingText, sellers)));
  const text = isPublic ? toAnonymousText(listingText) : null;
  return { id, position, listingId, at: metadata.at, source, text, judged, label };
}

function findSource(past: RecordedListingEvent[]): string {
  const event = past.find((one) => one.type === 'ListingHeld' || one.type === 'ListingFound');
  return event?.data.source ?? '';
}

/** The type by which the rules accepted it; null where they held it. */
function findAcceptedType(past: RecordedListingEvent[]): PropertyType | null {
  const at = past.findIndex(({ type }) => type === 'ListingFound');
  const found = past[at];
  return found?.type === 'ListingFound' && past[at - 1]?.type !== 'ListingAccepted' ? found.data.propertyType : null;
}

function toAnonymousText({ title, details, price, propertyType }: ListingText): ListingText {
  const anonymous = { title: removeContact(title), details: removeContact(details), price };
  return propertyType === undefined ? anonymous : { ...anonymous, propertyType };
}

/** Whether the text of an owner's offer names neither the owner nor a contact. The contact of a rejected one is deleted. */
async function isAnonymous(listingId: string, { title, details }: ListingText, sellers: BuildDeps['sellers']) {
  const seller = await sellers.contactOf(listingId);
  const text = `${title}\n${details}`;
  const words = new Set(text.toLowerCase().split(/[^\p{L}\p{N}]+/u));
  const isNamed = seller?.name
    .toLowerCase()
    .split(/\s+/)
    .some((name) => words.has(name));
  return isNamed === false && removeContact(text) === text;
}
