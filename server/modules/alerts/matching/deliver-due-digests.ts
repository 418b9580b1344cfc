import PQueue from 'p-queue';
import { alertStream } from '#domain/event-catalog/streams.ts';
import { startPosition } from '#domain/shared/decider.ts';
import type { DocumentDeps, Platform } from '#server/platform/modules/platform.ts';
import type { RunningSubscription } from '#server/platform/subscriptions/subscriber.ts';
import { tryRepeatedly } from '#server/platform/subscriptions/try-repeatedly.ts';
import type { MemberIndex } from '../member-index/members.ts';
import { createDigestWriter, planDigests } from './deliver-digests.ts';
import { readDigestPass, writeDigestPass } from './digest-pass.ts';
import type { DigestQueue } from './digests.ts';
import type { DueListing } from './due-digests.ts';

/** Listings whose alerts are written at the same time, so that they share a durable commit. */
const maxConcurrentListings = 16;
/** How many times as many members are in the next group. */
const groupGrowth = 16;
const maxGroupSize = 4_096;
/** The part of the matching under which alerts are set aside that cannot be delivered. */
export const digestPart = 'digests';

export type DigestDeliveryDeps = DocumentDeps &
  Pick<Platform, 'events' | 'handle'> & {
    members: Pick<MemberIndex, 'filtersOf' | 'shard'>;
    digests: DigestQueue;
  };
type PassOptions = Pick<RunningSubscription, 'setAside'> & { stopped: AbortSignal };

/** Returns what delivers digests of one listing, and withholds those that are no longer of use. */
export function createListingDelivery(deps: DigestDeliveryDeps) {
  const { members } = deps;
  const writePlan = createDigestWriter(deps);
  const isMember = (userId: string) => members.filtersOf(userId) !== null;

  /** An earlier alert is settled before a later one is delivered. */
  return async ({ alerts, due }: DueListing): Promise<void> => {
    for (const { alert, ...plan } of planDigests(alerts, due, isMember)) await writePlan(alert, plan);
  };
}

/**
 * Returns what delivers all digests of the shard's members that are due, one group of members after the other. The mail
 * of a digest waits for the end of its member's group, so that a member gets one. The first group is one member, and
 * each is larger than that before it: mails leave early, and few listings are written once more. A listing that fails
 * three times is set aside, and the others go on.
 */
export function createDigestDelivery(deps: DigestDeliveryDeps, { setAside, stopped }: PassOptions) {
  const { events, documents, clock, log, digests, members } = deps;
  const { shard } = members;
  const deliverListing = createListingDelivery(deps);

  const setListingAside = async (listing: DueListing, error: unknown) => {
    const failed = listing.alerts.filter(({ userIds }) => userIds.some((userId) => listing.due.has(userId)));
    for (const { listingId, n, position } of failed) {
      const event = { position, type: 'AlertsMatched', stream: alertStream(listingId, n) };
      await setAside(digestPart, { event, error });
    }
    await digests.settle([listing]);
  };
  const deliverDue = async (listing: DueListing) => {
    const what = `deliver daily alerts of listing ${listing.listingId}`;
    const failure = await tryRepeatedly(what, () => deliverListing(listing), { log, stopped });
    if (failure !== null) await setListingAside(listing, failure.error);
  };
  const deliverGroup = async (userIds: string[], now: number) => {
    const listings = await digests.readDueListings(userIds, now);
    const queue = new PQueue({ concurrency: maxConcurrentListings });
    await queue.addAll(listings.map((listing) => () => deliverDue(listing)));
    // Recorded first: who waits for nothing more has all alerts up to this position.
    await writeDigestPass(documents, shard, { state: 'running', position: await events.head() });
    await digests.settle(listings);
  };

  const deliverAll = async (): Promise<void> => {
    const now = clock().getTime();
    let isRunning = (await readDigestPass(documents, shard))?.state === 'running';
    for (let size = 1; ; size = Math.min(size * groupGrowth, maxGroupSize)) {
      const userIds = await digests.findDueMembers(now, size);
      if (userIds.length === 0) break;
      if (!isRunning) await writeDigestPass(documents, shard, { state: 'running', position: startPosition });
      isRunning = true;
      await deliverGroup(userIds, now);
    }
    if (isRunning) await writeDigestPass(documents, shard, { state: 'idle', position: await events.head() });
  };
  return (): Promise<void> =>
    deliverAll().catch((error: unknown) => {
      if (!stopped.aborted) throw error;
    });
}
