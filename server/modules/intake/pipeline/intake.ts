import PQueue from 'p-queue';
import type { IntakeResult, LeftOutField } from '#domain/listing/contract.ts';
import type { IntakeOutcome } from '#domain/intake/decide-intake.ts';
import type { ListingLocation } from '#domain/listing/events.ts';
import { getListingId, type ListingData, type ParsedItem, type ReviewedItem } from '#domain/intake/parsed-item.ts';
import { knownListings } from '#projections/known-listings.ts';
import { StoreUnavailable, type ViewStore } from '#projections/store/port.ts';
import type { Clock } from '#server/lib/clock.ts';
import type { CommandMetadata } from '#server/platform/commands/command-handler.ts';
import type { Platform } from '#server/platform/modules/platform.ts';
import type { Gazetteer } from '#server/modules/geo/index.ts';
import type { ClassifyWithLlm } from '../llm-classifier/llm-classifier.ts';
import { createKeyedMutex } from '#server/lib/keyed-mutex.ts';
import { createOpinionStep } from './apply-opinion.ts';
import { createJudgeHere, type Judge } from '../judging/judge.ts';
import { createRepostLookup, type PreparedLookup } from './repost-lookup.ts';
import { createItemStore, findRepostEntry } from './store-item.ts';
import { parseItems } from './parse-items.ts';
import { findLeftOutFields } from './read-item.ts';
import { createYielder } from '#server/lib/delay.ts';

/** The result of a review of a held item: the listing, and the names of the corrected fields. */
export type AcceptedItem = { facts: ListingData; corrected: string[] };

export type Intake = {
  /**
   * Takes raw items of one source, in order; resolves when all outcomes are durable. The four counts add up to the
   * number of items. The same `sender.commandId` again changes nothing. With `holdReason` every possible listing waits for
   * review, for that reason. Throws StoreUnavailable, ConcurrencyError.
   */
  take: (source: string, items: unknown[], sender: CommandMetadata, holdReason?: string) => Promise<IntakeResult>;
  /**
   * Takes in a held item that an admin accepted, checked against reposts like all others; `isRepost` if the listing is
   * already known. Throws Rejected if it is no longer held, StoreUnavailable, ConcurrencyError.
   */
  admit: (accepted: AcceptedItem, sender: CommandMetadata) => Promise<{ isRepost: boolean }>;
  /** The outcome that a parsed item would have now, without the LLM classifier. Changes nothing. */
  preview: (parsed: ParsedItem) => Promise<IntakeOutcome>;
  /** Resolves when listings can be taken; `take` waits for it too. */
  ready: Promise<void>;
  stop: () => Promise<void>;
};

/** A raw item with its result, and where it lies; null where that is unknown. */
export type ItemReport = {
  raw: unknown;
  outcome: IntakeOutcome;
  place: ListingLocation | null;
  leftOut: LeftOutField[];
};
/** Is given the items of a batch with their outcomes, before it is answered. */
export type ReportItems = (source: string, items: ItemReport[], sender: CommandMetadata) => Promise<void>;

type IntakePipelineDeps = Pick<Platform, 'events' | 'handle' | 'viewsReady' | 'waitForProjections'> & {
  views: ViewStore;
  gazetteer: Gazetteer;
  clock?: Clock;
  /** Other processes take listings too: what they have written counts before a listing is called new. */
  isShared?: boolean;
  /** Asked where the rules are not sure; null for none. */
  askOpinion?: ClassifyWithLlm | null;
  /** Judges the texts of items; in this thread by the built-in weights unless another way is given. */
  judge?: Judge;
  report?: ReportItems;
};

/** At most this many listings are processed at once, over all calls: their appends share a durable commit. */
const maxConcurrentItems = 64;
/** Items whose texts are judged together. */
const judgedAtOnce = 25;

/** The only entry for listings: webhooks, feeds and the simulator all use it. */
export function createIntake(deps: IntakePipelineDeps): Intake {
  const { events, gazetteer, isShared = false, judge = createJudgeHere(), report } = deps;
  const { viewsReady, waitForProjections } = deps;
  const parser = { gazetteer, judge };
  const queue = new PQueue({ concurrency: maxConcurrentItems });
  const steps = createItemSteps(deps);

  const ensureReady = async () => {
    await viewsReady;
    // A listing that is not known yet would be taken for a new one, and alerted again.
    if (isShared && !(await waitForProjections(await events.head(), [knownListings.view])))
      throw new StoreUnavailable('The listings that are known already are not up to date yet.');
  };

  return {
    ready: viewsReady,
    take: async (source, raws, sender, holdReason) => {
      await ensureReady();
      const processing: Promise<ItemReport>[] = [];
      const yieldWhenDue = createYielder();
      for (let from = 0; from < raws.length; from += judgedAtOnce) {
        const parsedItems = await parseItems(source, raws.slice(from, from + judgedAtOnce), { ...parser, holdReason });
        const lookup = steps.prepareLookup(parsedItems.map(({ parsed }) => parsed));
        const begun = processing.length;
        for (const [n, { raw, read, understood, parsed }] of parsedItems.entries()) {
          const commandId = `${sender.commandId}/${from + n}`;
          const own = { correlationId: sender.commandId, ...sender, commandId };
          const leftOut = findLeftOutFields(read, understood, gazetteer);
          const place = understood?.place ?? null;
          const processed = queue.add(async () => {
            return { raw, outcome: await steps.process(parsed, own, lookup), place, leftOut };
          });
          processed.catch(() => undefined); // all of them are awaited below
          processing.push(processed);
          await yieldWhenDue();
        }
        void Promise.allSettled(processing.slice(begun)).then(lookup.release);
      }
      const reports = await Promise.all(processing);
      await report?.(source, reports, sender);
      return summarizeReports(reports);
    },
    admit: async ({ facts, corrected }, sender) => {
      await ensureReady();
      const item = { kind: 'reviewed' as const, data: facts, corrected };
      return { isRepost: 'original' in (await queue.add(() => steps.admit(item, sender))) };
    },
    preview: async (parsed) => {
      await ensureReady();
      return steps.preview(parsed);
    },
    stop: async () => {
      await queue.onIdle();
    },
  };
}

/** What is done with single items, those of one listing one after the other. */
function createItemSteps(deps: IntakePipelineDeps) {
  const { events, askOpinion = null } = deps;
  const reposts = createRepostLookup(deps);
  const items = createItemStore({ ...deps, reposts });
  const listingMutex = createKeyedMutex();
  const applyOpinion = askOpinion && createOpinionStep(events, askOpinion);

  const prepareLookup = (some: (ParsedItem | ReviewedItem)[]) =>
    reposts.prepare(some.flatMap((item) => findRepostEntry(item) ?? []));

  const withLookup = async <T>(item: ParsedItem | ReviewedItem, work: (lookup: PreparedLookup) => Promise<T>) => {
    const lookup = prepareLookup([item]);
    return work(lookup).finally(lookup.release);
  };
  const storeAlone = (item: ParsedItem | ReviewedItem, sender: CommandMetadata) =>
    withLookup(item, (lookup) => items.store(item, sender, lookup));

  return {
    /** One lookup for several items. */
    prepareLookup,
    process: (parsed: ParsedItem, sender: CommandMetadata, lookup: PreparedLookup): Promise<IntakeOutcome> =>
      listingMutex(getListingId(parsed) ?? sender.commandId, async () => {
        const item = applyOpinion ? await applyOpinion(parsed) : parsed;
        return item === parsed ? items.store(item, sender, lookup) : storeAlone(item, sender);
      }),
    admit: (item: ReviewedItem, sender: CommandMetadata): Promise<IntakeOutcome> =>
      listingMutex(item.data.listingId, () => storeAlone(item, sender)),
    preview: (parsed: ParsedItem): Promise<IntakeOutcome> =>
      withLookup(parsed, (lookup) => items.preview(parsed, lookup)),
  };
}

function summarizeReports(reports: ItemReport[]): IntakeResult {
  const result: IntakeResult = { accepted: 0, duplicates: 0, review: [], rejected: [] };
  const leftOut = reports.flatMap((item, index) => item.leftOut.map((field) => ({ index, ...field })));
  if (leftOut.length > 0) result.leftOut = leftOut;
  for (const [index, { outcome }] of reports.entries()) {
    if ('reason' in outcome) result[outcome.kind].push({ index, reason: outcome.reason });
    else if (outcome.kind === 'accepted') result.accepted += 1;
    else result.duplicates += 1;
  }
  return result;
}
