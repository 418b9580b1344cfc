import { mkdirSync, rmSync } from 'node:fs';
import { type Position, start } from '#domain/decider.ts';
import type { LeasedViewStore, ViewReader } from '#projections/store/port.ts';
import { users } from '#projections/users.ts';
import type { EventStore } from '../event-store/port.ts';
import { build } from '../projector/build.ts';
import { prepareParked } from '../projector/parked.ts';
import { freshTarget } from '../projector/target.ts';
import { openSideViews } from '../side-stores.ts';
import { eraseDeleted } from './erase-deleted.ts';
import { lastBy, type Moment } from './moment.ts';
import { logUntil } from './until.ts';

export type Side = { views: LeasedViewStore; close: () => Promise<void> };

/** Where it has come to: `position` and `at` of the last event by then, once that is found. */
export type Progress = { position: number | null; at: string | null; percent: number };

type Given = {
  events: EventStore;
  /** The views of today. */
  now: ViewReader;
  moment: Moment;
  /** Whose files may be thrown away. */
  folder: string;
  onProgress: (progress: Progress) => void;
  stopped: AbortSignal;
};

/** What building is of the work, in percent; the rest is leaving out what has been erased since. */
const building = 95;

/**
 * The users as of a moment, in a file of their own: the views that are read by everybody are not touched. Null where it
 * was stopped. Its memory does not grow with the log.
 */
export async function sideProjection(given: Given): Promise<Side | null> {
  const { folder } = given;
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const views = openSideViews(folder);
  const close = async () => {
    await views.close();
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    await filled(given, views);
  } catch (error) {
    await close();
    throw error;
  }
  if (!given.stopped.aborted) return { views, close };
  await close();
  return null;
}

async function filled({ events, now, moment, onProgress, stopped }: Given, views: LeasedViewStore): Promise<void> {
  const last = await lastBy(events, moment, { stopped });
  const position = last?.position ?? start;
  const at = last?.metadata.at ?? null;
  const told = (percent: number) => onProgress({ position: last && position, at, percent });
  told(0);
  await prepareParked(views);
  const target = await freshTarget(views, users);
  const onRead = (_read: number, read: Position) => told(Math.floor((Math.min(1, read / position) || 0) * building));
  await build({
    events: logUntil(events, position),
    views,
    targets: [target],
    // What a view cannot take in is missing in it, as in the one of today.
    onPoison: () => undefined,
    onProgress: onRead,
    stopped,
  });
  if (stopped.aborted) return;
  await views.promote(target.declaration, target.generation);
  const gone = async (ids: string[]) => (await now.getMany(users.view, ids)).map((doc) => doc === null);
  await eraseDeleted({ views, generation: target.generation, position, gone });
  told(100);
}
