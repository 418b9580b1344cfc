import { setTimeout } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Position } from '#domain/shared/decider.ts';
import type { Documents, ViewStore } from '#projections/store/port.ts';
import type { Clock } from '#server/lib/clock.ts';
import type { EventStore, Subscription } from '#server/platform/event-store/port.ts';
import type { Handle } from '#server/platform/commands/handle.ts';
import { alerter } from './alerting.ts';
import { openCursor } from '#server/platform/event-store/cursor.ts';
import { type Digests, openDigests } from './digests.ts';
import type { Gazetteer } from '#server/modules/geo/index.ts';
import { loadMembers } from '../member-index/load-members.ts';
import { createMembers } from '../member-index/members.ts';
import { zonesByZip } from './mornings.ts';
import { keepSnapshot } from '../member-index/keeping.ts';
import { openSnapshots } from '../member-index/snapshots.ts';
import { untilItWorks } from '#server/lib/until-it-works.ts';
import { openWork } from './work.ts';

export type Scout = {
  /** Resolves when everything that stood in the log at the start is matched and delivered. */
  ready: Promise<void>;
  /** The last event whose alerts are all durable. */
  position: () => Position;
  /** Resolves when the work in hand is done and the place in the log saved. */
  stop: () => Promise<void>;
};

type ScoutParts = {
  events: EventStore;
  views: ViewStore;
  documents: Documents;
  handle: Handle;
  gazetteer: Gazetteer;
  clock: Clock;
  log: Logger;
  /** Where the members are kept for the next start; null for nowhere. */
  snapshotPath: string | null;
};

const digestsEvery = 5_000;

/**
 * The process that holds every found listing against the members of that moment, and alerts whom it fits, each once.
 * Await it before the first listing is taken: from then on none is missed. Throws StoreUnavailable.
 */
export async function startScout(parts: ScoutParts): Promise<Scout> {
  const { events, documents, gazetteer, log, snapshotPath } = parts;
  const cursor = await openCursor(documents, events, log);
  const members = createMembers(gazetteer);
  const digests = await openDigests({ ...parts, members, zoneOf: zonesByZip(gazetteer) });
  const alertMembers = alerter({ ...parts, members, digests });
  const work = openWork({ ...parts, members, alertMembers }, cursor.position());
  const snapshots = snapshotPath === null ? null : openSnapshots({ path: snapshotPath, events, log });
  const kept = snapshots && keepSnapshot({ snapshots, members, log });
  const stopped = new AbortController();
  let following: Subscription | null = null;

  const follow = (head: Position) =>
    new Promise<void>((resolve) => {
      if (cursor.position() >= head || stopped.signal.aborted) resolve();
      stopped.signal.addEventListener('abort', () => resolve());
      following = events.subscribe(cursor.position(), async (batch) => {
        await work.take(batch).catch((error: unknown) => {
          log.warn({ err: error }, 'Alerts could not be written; trying again');
          throw error;
        });
        await kept?.told(batch);
        cursor.advance(batch.at(-1)?.position ?? cursor.position());
        if (cursor.position() >= head) resolve();
      });
    });

  const load = async () => {
    const begun = performance.now();
    const from = await loadMembers(members, cursor.position(), { ...parts, snapshots, stopped: stopped.signal });
    const seconds = (performance.now() - begun) / 1000;
    log.info({ members: members.size, from, seconds }, 'The scout knows the members');
    return events.head();
  };
  const begin = async () => {
    const head = await untilItWorks('Reading the members', load, { log, stopped: stopped.signal });
    if (head !== null) await follow(head);
  };
  const ready = begin();
  const mornings = deliverMornings(ready, digests, stopped.signal);

  return {
    ready,
    position: cursor.position,
    stop: async () => {
      stopped.abort();
      await Promise.all([ready, mornings]);
      await following?.stop();
      await kept?.stop();
      // Without its last place the scout looks again at what is done, and does nothing twice.
      await cursor.save().catch((error: unknown) => log.warn({ err: error }, 'The place in the log was not saved'));
    },
  };
}

/** A late look at the clock delays a digest, a process that was down at 07:00 too; neither loses one. */
async function deliverMornings(ready: Promise<void>, digests: Digests, stopped: AbortSignal): Promise<void> {
  await ready;
  while (!stopped.aborted) {
    await digests.deliverDue();
    await setTimeout(digestsEvery, undefined, { signal: stopped, ref: false }).catch(() => undefined);
  }
}
