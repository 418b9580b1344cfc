import { getShardName } from '#domain/matching/shards.ts';
import type { Position } from '#domain/shared/decider.ts';
import type { ViewStore } from '#projections/store/port.ts';
import type { DocumentDeps, Platform } from '#server/platform/modules/platform.ts';
import { createAlertWriter } from './create-alerts.ts';
import type { RunSubscriber } from '#server/platform/subscriptions/subscriber.ts';
import { createDigestDelivery, digestPart } from './deliver-due-digests.ts';
import { createDigestReplay } from './replay-digests.ts';
import { createDigestQueue } from './digests.ts';
import type { Gazetteer } from '#server/modules/geo/index.ts';
import { getPartName } from '#projections/store/part-name.ts';
import { loadMembers } from '../member-index/load-members.ts';
import { createMatchingCheckpoint } from '../member-index/matching-checkpoint.ts';
import type { MemberIndex } from '../member-index/members.ts';
import { createZoneLookup } from './time-zones.ts';
import { createWeeklySummaries } from './weekly-summaries.ts';
import type { KeyedMutex } from '#server/lib/keyed-mutex.ts';
import { runEvery, type Schedule } from '#server/lib/scheduler.ts';
import { createBatchProcessor, matchedTypes } from './process-batch.ts';

export type MatchingWorker = {
  /** Resolves when everything that was in the log at the start is matched and delivered. */
  ready: Promise<void>;
  /** The last event whose alerts are all durable. */
  position: () => Position;
  /** Resolves when the running work is done and the checkpoint is saved. */
  stop: () => Promise<void>;
};

type MatchingWorkerDeps = DocumentDeps &
  Pick<Platform, 'events' | 'encryptedEvents' | 'handle'> & {
    views: ViewStore;
    gazetteer: Gazetteer;
    members: MemberIndex;
    /** The position of the members that are loaded already; null for none. */
    loaded?: Position | null;
    /** As of the alert writer. */
    runExclusive?: KeyedMutex;
  };

const morningIntervalMs = 500;

/**
 * Matches every found listing against the members of that moment whom the shard owns, and alerts those it fits, each
 * once. Await it before
 * the first listing is taken in: from then on none is missed. Throws StoreUnavailable.
 */
export async function startMatchingWorker(parts: MatchingWorkerDeps, run: RunSubscriber): Promise<MatchingWorker> {
  const { gazetteer, members, log } = parts;
  let { loaded = null } = parts;
  const checkpoint = createMatchingCheckpoint(parts, members.shard);
  await checkpoint.load();
  const zoneOf = createZoneLookup(gazetteer);
  const digests = createDigestQueue({ ...parts, zoneOf });
  const summaries = createWeeklySummaries({ ...parts, zoneOf });
  const processor = createBatchProcessor({
    ...parts,
    rescheduleDigests: digests.reschedule,
    rescheduleSummary: summaries.apply,
    alertMembers: createAlertWriter({ ...parts, digests }),
  });
  const digestDeps = { ...parts, digests };
  const replayDigests = createDigestReplay(digestDeps);
  const stopped = new AbortController();
  const mornings: Schedule[] = [];

  const load = async () => {
    const begun = performance.now();
    const position = await checkpoint.load();
    const from = await loadMembers(members, position, { ...parts, loaded, stopped: stopped.signal });
    loaded = null;
    processor.begin(position);
    log.info({ members: members.size, from, seconds: (performance.now() - begun) / 1000 }, 'Loaded the members');
    return position;
  };
  const running = run({
    name: getPartName('matching', getShardName(members.shard)),
    handles: matchedTypes,
    handle: processor.handle,
    checkpoint: { load, save: checkpoint.save },
    skip: processor.skip,
    replay: (event, { subscription }) =>
      subscription.endsWith(`/${digestPart}`) ? replayDigests(event) : processor.replay(event),
  });
  const startMornings = () => {
    if (stopped.signal.aborted) return;
    const { setAside } = running;
    const repeat = (work: () => Promise<void>, failureMessage: string) =>
      mornings.push(runEvery({ work, intervalMs: morningIntervalMs, log, failureMessage }));
    repeat(
      createDigestDelivery(digestDeps, { setAside, stopped: stopped.signal }),
      'Failed to deliver daily alerts; trying again later',
    );
    repeat(() => summaries.issueDue(stopped.signal), 'Failed to issue weekly summaries; trying again later');
  };
  // A late timer, or a process that was down at 07:00, delays a digest or summary; neither loses one.
  running.ready.then(startMornings, () => undefined);

  return {
    ready: running.ready,
    position: running.position,
    stop: async () => {
      stopped.abort();
      await Promise.all(mornings.map(({ stop }) => stop()));
      await running.stop();
    },
  };
}
