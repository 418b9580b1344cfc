import { randomUUID } from 'node:crypto';
import type { MatchedListing } from '#domain/matching/matcher.ts';
import { withTimeout } from '#server/lib/delay.ts';
import type { Platform } from '#server/platform/modules/platform.ts';

/** In ms: how long a count waits for the scouts. */
const answerTimeoutMs = 2_000;

/** What one shard of the matcher counts, of `of` shards. */
type CountingShard = { shard: number; of: number; count: (listing: MatchedListing) => number };

export type MatchCounter = {
  /** How many members the listing would alert, by the rules of the alerts; null where not all scouts answer in time. */
  count: (listing: MatchedListing) => Promise<number | null>;
  /** Answers for a shard that this process runs, until the returned function is called. */
  answerFor: (shard: CountingShard) => () => void;
};

type CountRequest = { id: string; listing: MatchedListing };
type CountAnswer = { id: string; shard: number; of: number; count: number };

/** Asks the scouts, in whichever processes they are. */
export function createMatchCounter({ bus, log }: Pick<Platform, 'bus' | 'log'>): MatchCounter {
  const requests = bus.topic<CountRequest>('match count requests');
  const answers = bus.topic<CountAnswer>('match counts');
  const shards = new Set<CountingShard>();
  const pending = new Map<string, (answer: CountAnswer) => void>();
  const logFailure = (error: unknown) => log.warn({ err: error }, 'Failed to count matching members');

  requests.listen(({ id, listing }) => {
    for (const { shard, of, count } of shards)
      answers.publish({ id, shard, of, count: count(listing) }).catch(logFailure);
  });
  answers.listen((answer) => pending.get(answer.id)?.(answer));

  return {
    count: async (listing) => {
      const id = randomUUID();
      const total = Promise.withResolvers<number>();
      const counts = new Map<number, number>();
      pending.set(id, ({ shard, of, count }) => {
        counts.set(shard, count);
        if (counts.size === of) total.resolve([...counts.values()].reduce((sum, one) => sum + one, 0));
      });
      try {
        await requests.publish({ id, listing });
        return await withTimeout(total.promise, answerTimeoutMs, () => null);
      } catch (error) {
        logFailure(error);
        return null;
      } finally {
        pending.delete(id);
      }
    },
    answerFor: (shard) => {
      shards.add(shard);
      return () => shards.delete(shard);
    },
  };
}
