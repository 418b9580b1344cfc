import PQueue from 'p-queue';
import type { Logger } from 'pino';
import { startPosition } from '#domain/shared/decider.ts';
import { type Documents, StoreUnavailable } from '#projections/store/port.ts';
import type { Clock } from '#server/lib/clock.ts';
import { type CommandHandler, ConcurrencyError } from '#server/platform/commands/command-handler.ts';
import type { EventStore } from '#server/platform/event-store/port.ts';
import type { MemberIndex } from '../member-index/members.ts';
import { createDigestWriter, planDigests } from './deliver-digests.ts';
import { readDigestPass, writeDigestPass } from './digest-pass.ts';
import type { DigestQueue, PendingDigest } from './digests.ts';

/** Listings whose alerts are written at the same time, so that they share a durable commit. */
const maxConcurrentListings = 16;

type DigestDeliveryDeps = {
  events: Pick<EventStore, 'read' | 'head'>;
  documents: Documents;
  handle: CommandHandler;
  clock: Clock;
  log: Logger;
  members: Pick<MemberIndex, 'filtersOf'>;
  digests: DigestQueue;
};

/**
 * Returns what delivers all digests that are due, and withholds those that are no longer of use. While such a pass
 * runs, mails of digests wait for its end, so that a member gets one.
 */
export function createDigestDelivery(deps: DigestDeliveryDeps): () => Promise<void> {
  const { events, documents, clock, log, members, digests } = deps;
  const writePlan = createDigestWriter(deps);
  const isMember = (userId: string) => members.filtersOf(userId) !== null;

  /** An earlier alert is settled before a later one is delivered. */
  const settleListing = async (listingId: string, due: PendingDigest[]): Promise<void> => {
    const userIds = [...new Set(due.map(({ userId }) => userId))];
    const pending = await digests.readListing(listingId, userIds);
    const alerts = [...Map.groupBy(pending, ({ n }) => n)].flatMap(([n, waiting]) => {
      const foundAt = waiting[0]?.foundAt;
      return foundAt === undefined ? [] : [{ listingId, n, foundAt, userIds: waiting.map(({ userId }) => userId) }];
    });
    for (const { alert, ...plan } of planDigests(alerts, new Set(userIds), isMember)) await writePlan(alert, plan);
    await digests.remove(pending);
  };

  /** False where the stores failed: the same pass then goes on later. */
  const settlePage = async (page: PendingDigest[]): Promise<boolean> => {
    const queue = new PQueue({ concurrency: maxConcurrentListings });
    const listings = [...Map.groupBy(page, ({ listingId }) => listingId)];
    const results = await queue.addAll(
      listings.map(([listingId, due]) => async () => {
        try {
          await settleListing(listingId, due);
          return true;
        } catch (error) {
          log.error({ err: error, listing: listingId }, 'Failed to deliver daily alerts; retrying');
          return !(error instanceof StoreUnavailable || error instanceof ConcurrencyError);
        }
      }),
    );
    return results.every(Boolean);
  };

  return async () => {
    let isRunning = (await readDigestPass(documents))?.state === 'running';
    let isComplete = true;
    for await (const page of digests.readDue(clock().getTime())) {
      if (page.length === 0) break;
      if (!isRunning) await writeDigestPass(documents, { state: 'running', position: startPosition });
      isRunning = true;
      isComplete = (await settlePage(page)) && isComplete;
    }
    if (isRunning && isComplete) await writeDigestPass(documents, { state: 'idle', position: await events.head() });
  };
}
