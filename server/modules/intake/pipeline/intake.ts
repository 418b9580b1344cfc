import { setImmediate } from 'node:timers/promises';
import PQueue from 'p-queue';
import type { Logger } from 'pino';
import type { IntakeResult } from '#domain/listing/contract.ts';
import type { ListingFacts } from '#domain/listing/events.ts';
import type { RepostEntry } from '#domain/deduplication/similarity.ts';
import type { ViewStore } from '#projections/store/port.ts';
import type { Clock } from '#server/lib/clock.ts';
import type { EventStore } from '#server/platform/event-store/port.ts';
import type { Handle, Sender } from '#server/platform/commands/handle.ts';
import type { Gazetteer } from '#server/modules/geo/index.ts';
import type { AskOpinion } from '../llm-classifier/ask.ts';
import { inTurn } from '#server/lib/in-turn.ts';
import { secondOpinions } from './second-opinion.ts';
import { startReposts } from './reposts.ts';
import { type Outcome, settler } from './settle.ts';
import { type Understood, understand } from './understand.ts';
import { withdrawer } from './withdraw.ts';

/** What a person made of a held item: the listing, and the names of the fields that they put right. */
export type Accepted = { facts: { listingId: string } & ListingFacts; corrected: string[] };

export type Intake = {
  /**
   * Takes raw items of one source, in order; resolves when all that became of them is durable. The four figures add
   * up to the number of items. The same `sender.commandId` again changes nothing. With `whyWait` all that could be a
   * listing waits for a person, for that reason. Throws StoreUnavailable, LostRace.
   */
  take: (source: string, items: unknown[], sender: Sender, whyWait?: string) => Promise<IntakeResult>;
  /**
   * Takes in a held item that a person accepted, held against reposts like all others; `isRepost` where it is a listing
   * that is known already. Throws Rejected where it is held no more, StoreUnavailable, LostRace.
   */
  admit: (accepted: Accepted, sender: Sender) => Promise<{ isRepost: boolean }>;
  /** The id of the listing that this would be a repost of; null for none. Changes nothing. */
  originalOf: (candidate: RepostEntry) => Promise<string | null>;
  /** Resolves when listings can be taken; `take` waits for it by itself. */
  ready: Promise<void>;
  stop: () => Promise<void>;
};

type Parts = {
  events: EventStore;
  views: ViewStore;
  handle: Handle;
  gazetteer: Gazetteer;
  log: Logger;
  clock?: Clock;
  /** Other processes take listings too: what they have written counts before a listing is called new. */
  isShared?: boolean;
  /** Who is asked what the rules cannot judge; null for nobody. */
  askOpinion?: AskOpinion | null;
};

/** So many listings are under way at once, over all calls: their appends share a durable commit. */
const atOnce = 64;
/** Reading and judging texts does not leave the event loop to others by itself; milliseconds. */
const longestTurn = 8;

/** The one way in for listings: webhook, feeds and simulator all come through here. */
export function createIntake(parts: Parts): Intake {
  const { events, handle, gazetteer, isShared = false, askOpinion = null } = parts;
  const reposts = startReposts(parts);
  const queue = new PQueue({ concurrency: atOnce });
  const turn = inTurn();
  const { settle, admit } = settler({ events, handle, reposts });
  const withdraw = withdrawer({ events, handle });

  const heard = askOpinion && secondOpinions(events, askOpinion);

  const settleOne = async (understood: Understood, sender: Sender): Promise<Outcome> => {
    if (understood.as === 'rejected') {
      const { ends } = understood;
      return ends === undefined ? understood : turn(ends.listingId, () => withdraw({ ...understood, ends }, sender));
    }
    return turn(understood.data.listingId, async () => {
      const settled = heard && understood.as === 'held' ? await heard(understood) : understood;
      return settled.as === 'rejected' ? settled : settle(settled, sender);
    });
  };

  const known = async () => {
    await reposts.ready;
    if (isShared) await reposts.caughtUp(await events.head());
  };

  return {
    ready: reposts.ready,
    take: async (source, items, sender, whyWait) => {
      await known();
      const outcomes: Promise<Outcome>[] = [];
      let turnBegan = performance.now();
      for (const [index, item] of items.entries()) {
        const understood = understand(source, item, gazetteer, whyWait);
        const own = { correlationId: sender.commandId, ...sender, commandId: `${sender.commandId}/${index}` };
        const outcome = queue.add(() => settleOne(understood, own));
        outcome.catch(() => undefined); // all of them are awaited below
        outcomes.push(outcome);
        if (performance.now() - turnBegan < longestTurn) continue;
        await setImmediate();
        turnBegan = performance.now();
      }
      return summed(await Promise.all(outcomes));
    },
    admit: async ({ facts, corrected }, sender) => {
      await known();
      return queue.add(() => turn(facts.listingId, () => admit(facts, corrected, sender)));
    },
    originalOf: async (candidate) => {
      await known();
      return reposts.find(candidate);
    },
    stop: async () => {
      await queue.onIdle();
      await reposts.stop();
    },
  };
}

function summed(outcomes: Outcome[]): IntakeResult {
  const result: IntakeResult = { accepted: 0, duplicates: 0, review: [], rejected: [] };
  for (const [index, outcome] of outcomes.entries()) {
    if ('reason' in outcome) result[outcome.as].push({ index, reason: outcome.reason });
    else if (outcome.as === 'accepted') result.accepted += 1;
    else result.duplicates += 1;
  }
  return result;
}
