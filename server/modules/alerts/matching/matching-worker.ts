import { setTimeout } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Position } from '#domain/shared/decider.ts';
import type { Documents, ViewStore } from '#projections/store/port.ts';
import type { Clock } from '#server/lib/clock.ts';
import type { EventStore, Subscription } from '#server/platform/event-store/port.ts';
import type { CommandHandler } from '#server/platform/commands/command-handler.ts';
import { createAlertWriter } from './create-alerts.ts';
import { openCursor } from '#server/platform/event-store/cursor.ts';
import { type DigestQueue, createDigestQueue } from './digests.ts';
import type { Gazetteer } from '#server/modules/geo/index.ts';
import { loadMembers } from '../member-index/load-members.ts';
import { createMemberIndex } from '../member-index/members.ts';
import { createZoneLookup } from './time-zones.ts';
import { startSnapshotWriter } from '../member-index/snapshot-writer.ts';
import { openSnapshotFile } from '../member-index/snapshot-file.ts';
import { retryUntilStopped } from '#server/lib/retry.ts';
import { createBatchProcessor } from './process-batch.ts';

export type MatchingWorker = {
  /** Resolves when everything that was in the log at the start is matched and delivered. */
  ready: Promise<void>;
  /** The last event whose alerts are all durable. */
  position: () => Position;
  /** Resolves when the running work is done and the checkpoint is saved. */
  stop: () => Promise<void>;
};

type MatchingWorkerDeps = {
  events: EventStore;
  views: ViewStore;
  documents: Documents;
  handle: CommandHandler;
  gazetteer: Gazetteer;
  clock: Clock;
  log: Logger;
  /** Where the members are saved for the next start; null for nowhere. */
  snapshotPath: string | null;
};

const digestIntervalMs = 5_000;

/**
 * Matches every found listing against the members of that moment, and alerts those it fits, each once. Await it before
 * the first listing is taken in: from then on none is missed. Throws StoreUnavailable.
 */
export async function startMatchingWorker(parts: MatchingWorkerDeps): Promise<MatchingWorker> {
  const { events, documents, gazetteer, log, snapshotPath } = parts;
  const cursor = await openCursor(documents, events, log);
  const members = createMemberIndex(gazetteer);
  const digests = await createDigestQueue({ ...parts, members, zoneOf: createZoneLookup(gazetteer) });
  const alertMembers = createAlertWriter({ ...parts, members, digests });
  const work = createBatchProcessor({ ...parts, members, alertMembers }, cursor.position());
  const snapshots = snapshotPath === null ? null : openSnapshotFile({ path: snapshotPath, events, log });
  const kept = snapshots && startSnapshotWriter({ snapshots, members, log });
  const stopped = new AbortController();
  let following: Subscription | null = null;

  const follow = (head: Position) =>
    new Promise<void>((resolve) => {
      if (cursor.position() >= head || stopped.signal.aborted) resolve();
      stopped.signal.addEventListener('abort', () => resolve());
      following = events.subscribe(cursor.position(), async (batch) => {
        await work.take(batch).catch((error: unknown) => {
          log.warn({ err: error }, 'Failed to create alerts; retrying');
          throw error;
        });
        await kept?.recordBatch(batch);
        cursor.advance(batch.at(-1)?.position ?? cursor.position());
        if (cursor.position() >= head) resolve();
      });
    });

  const load = async () => {
    const begun = performance.now();
    const from = await loadMembers(members, cursor.position(), { ...parts, snapshots, stopped: stopped.signal });
    const seconds = (performance.now() - begun) / 1000;
    log.info({ members: members.size, from, seconds }, 'Loaded the member index');
    return events.head();
  };
  const begin = async () => {
    const head = await retryUntilStopped('read the members', load, { log, stopped: stopped.signal });
    if (head !== null) await follow(head);
  };
  const ready = begin();
  const mornings = runDigests(ready, digests, stopped.signal);

  return {
    ready,
    position: cursor.position,
    stop: async () => {
      stopped.abort();
      await Promise.all([ready, mornings]);
      await following?.stop();
      await kept?.stop();
      // Without its last checkpoint the scout reads finished events again, and does nothing twice.
      await cursor
        .save()
        .catch((error: unknown) => log.warn({ err: error }, 'Failed to save the subscription checkpoint at shutdown'));
    },
  };
}

/** A late timer, or a process that was down at 07:00, delays a digest; neither loses one. */
async function runDigests(ready: Promise<void>, digests: DigestQueue, stopped: AbortSignal): Promise<void> {
  await ready;
  while (!stopped.aborted) {
    await digests.deliverDue();
    await setTimeout(digestIntervalMs, undefined, { signal: stopped, ref: false }).catch(() => undefined);
  }
}
