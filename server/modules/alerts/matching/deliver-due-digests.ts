import PQueue from 'p-queue';
import type { Logger } from 'pino';
import { alertStream } from '#domain/event-catalog/streams.ts';
import { startPosition } from '#domain/shared/decider.ts';
import type { Documents } from '#projections/store/port.ts';
import type { Clock } from '#server/lib/clock.ts';
import type { CommandHandler } from '#server/platform/commands/command-handler.ts';
import type { EventStore } from '#server/platform/event-store/port.ts';
import type { RunningSubscription } from '#server/platform/subscriptions/subscriber.ts';
import { tryRepeatedly } from '#server/platform/subscriptions/try-repeatedly.ts';
import type { MemberIndex } from '../member-index/members.ts';
import { createDigestWriter, planDigests } from './deliver-digests.ts';
import { readDigestPass, writeDigestPass } from './digest-pass.ts';
import type { DigestQueue, PendingDigest } from './digests.ts';

/** Listings whose alerts are written at the same time, so that they share a durable commit. */
const maxConcurrentListings = 16;
/** The part of the matching under which alerts are set aside that cannot be delivered. */
export const digestPart = 'digests';

export type DigestDeliveryDeps = {
  events: EventStore;
  documents: Documents;
  handle: CommandHandler;
  clock: Clock;
  log: Logger;
  members: Pick<MemberIndex, 'filtersOf'>;
  digests: DigestQueue;
};
type PassOptions = Pick<RunningSubscription, 'setAside'> & { stopped: AbortSignal };

/** Returns what delivers digests of one listing, and withholds those that are no longer of use. */
export function createDigestProcessor(deps: DigestDeliveryDeps) {
  const { members, digests } = deps;
  const writePlan = createDigestWriter(deps);
  const isMember = (userId: string) => members.filtersOf(userId) !== null;

  /** An earlier alert is settled before a later one is delivered. */
  return async (listingId: string, due: PendingDigest[]): Promise<void> => {
    const userIds = [...new Set(due.map(({ userId }) => userId))];
    const pending = await digests.readListing(listingId, userIds);
    const alerts = [...Map.groupBy(pending, ({ n }) => n)].flatMap(([n, waiting]) => {
      const foundAt = waiting[0]?.foundAt;
      return foundAt === undefined ? [] : [{ listingId, n, foundAt, userIds: waiting.map(({ userId }) => userId) }];
    });
    for (const { alert, ...plan } of planDigests(alerts, new Set(userIds), isMember)) await writePlan(alert, plan);
    await digests.remove(pending);
  };
}

/**
 * Returns what delivers all digests that are due. While such a pass runs, mails of digests wait for its end, so that a
 * member gets one. A listing that fails three times is set aside, and the others go on.
 */
export function createDigestDelivery(deps: DigestDeliveryDeps, { setAside, stopped }: PassOptions) {
  const { events, documents, clock, log, digests } = deps;
  const settleListing = createDigestProcessor(deps);

  const setListingAside = async (listingId: string, due: PendingDigest[], error: unknown) => {
    for (const [n, [first]] of Map.groupBy(due, (pending) => pending.n)) {
      if (first === undefined) continue;
      const event = { position: first.position, type: 'AlertsMatched', stream: alertStream(listingId, n) };
      await setAside(digestPart, { event, error });
    }
    await digests.remove(due);
  };
  const settleDue = async (listingId: string, due: PendingDigest[]) => {
    const what = `deliver daily alerts of listing ${listingId}`;
    const failure = await tryRepeatedly(what, () => settleListing(listingId, due), { log, stopped });
    if (failure !== null) await setListingAside(listingId, due, failure.error);
  };

  const deliverAll = async (): Promise<void> => {
    let isRunning = (await readDigestPass(documents))?.state === 'running';
    for await (const page of digests.readDue(clock().getTime())) {
      if (page.length === 0) break;
      if (!isRunning) await writeDigestPass(documents, { state: 'running', position: startPosition });
      isRunning = true;
      const queue = new PQueue({ concurrency: maxConcurrentListings });
      const listings = [...Map.groupBy(page, ({ listingId }) => listingId)];
      await queue.addAll(
        listings.map(
          ([listingId, due]) =>
            () =>
              settleDue(listingId, due),
        ),
      );
    }
    if (isRunning) await writeDigestPass(documents, { state: 'idle', position: await events.head() });
  };
  return (): Promise<void> =>
    deliverAll().catch((error: unknown) => {
      if (!stopped.aborted) throw error;
    });
}
