import { type IntakeItem, intakeItem, type IntakeResult } from '#domain/listing/contract.ts';
import {
  manualEntryEndpoints,
  type ManualEntryOutcome,
  type ManualEntryPreview,
} from '#domain/listing/manual-entry.contract.ts';
import { decideIntake, emptyContext, resolveDecision } from '#domain/intake/decide-intake.ts';
import { builtInSources } from '#domain/listing/built-in-sources.ts';
import type { EventStore } from '#server/platform/event-store/port.ts';
import { type Route, route } from '#server/platform/http/routing/route.ts';
import { recordWritePosition } from '#server/platform/http/routing/write-position.ts';
import type { MatchCounter } from '#server/modules/alerts/index.ts';
import { loadGazetteer, type Gazetteer } from '#server/modules/geo/index.ts';
import type { LoadedWeights } from './judging/weights.ts';
import { deriveListingId } from './pipeline/listing-id.ts';
import type { Intake } from './pipeline/intake.ts';
import { presentReading } from './pipeline/read-item.ts';
import { applyRules, judgeText, understandItem } from './pipeline/parse-item.ts';

const source = builtInSources.entry;
/** Replaces a link that is not typed yet; the rules do not read it. */
const placeholderLink = 'https://example.com/';

type ManualEntryDeps = {
  events: Pick<EventStore, 'head'>;
  intake: Pick<Intake, 'take'>;
  matchCounter: Pick<MatchCounter, 'count'>;
  weights: Pick<LoadedWeights, 'table'>;
};

/** Entry of a listing by an admin: it is taken like those of every other source, or only classified (`?dryRun=1`). */
export function manualEntryRoutes(deps: ManualEntryDeps): Route[] {
  const { events, intake } = deps;
  return [
    route(manualEntryEndpoints.enterListing, async ({ query: { dryRun }, response, body, sender }) => {
      if (dryRun) {
        response.status(200);
        const { title = '', link = placeholderLink } = body;
        return previewEntry({ ...body, title, link }, await loadGazetteer(), deps);
      }
      const item = intakeItem.parse(body);
      const result = await intake.take(source, [item], { ...sender, channel: 'manual' });
      const outcome = toEntryOutcome(item, result);
      if (outcome.outcome === 'accepted') response.status(201);
      recordWritePosition(await events.head());
      return outcome;
    }),
  ];
}

function toEntryOutcome(
  item: IntakeItem,
  { accepted, review: [heldItem], rejected: [refused] }: IntakeResult,
): ManualEntryOutcome {
  const id = deriveListingId(source, item);
  if (heldItem) return { id, outcome: 'review', reason: heldItem.reason };
  if (refused) return { id, outcome: 'rejected', reason: refused.reason };
  return { id, outcome: accepted > 0 ? 'accepted' : 'duplicate', reason: null };
}

const previewVerdicts = { accepted: 'match', duplicate: 'match', review: 'review', rejected: 'reject' } as const;

/** The classification of a partly typed listing, decided like that of an unknown one; nothing is stored. */
async function previewEntry(
  item: IntakeItem,
  gazetteer: Gazetteer,
  { matchCounter, weights: { table } }: Pick<ManualEntryDeps, 'matchCounter' | 'weights'>,
): Promise<ManualEntryPreview> {
  const understood = understandItem(item, gazetteer, judgeText(item, table));
  const parsed = applyRules(source, understood);
  const outcome = resolveDecision(decideIntake(parsed, emptyContext));
  const reason = 'reason' in outcome ? outcome.reason : null;
  const alertCount =
    parsed.kind === 'listing' ? await matchCounter.count({ ...parsed.data, ...parsed.data.place }) : null;
  return { verdict: previewVerdicts[outcome.kind], reason, alertCount, ...presentReading(understood, table) };
}
