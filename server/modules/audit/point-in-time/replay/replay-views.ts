import { type Position, startPosition } from '#domain/shared/decider.ts';
import type { AnyProjection } from '#projections/projection.ts';
import type { ViewStore } from '#projections/store/port.ts';
import { users } from '#projections/users.ts';
import type { EventStore } from '#server/platform/event-store/port.ts';
import { buildTargets } from '#server/platform/projector/build-targets.ts';
import type { PoisonEvent } from '#server/platform/projector/fold-events.ts';
import { RebuildStopped } from '#server/platform/projector/rebuild.ts';
import { createFreshTarget, type Target } from '#server/platform/projector/target.ts';
import { openScratchViews, makeScratchViewsReadOnly } from '#server/platform/storage/scratch-views.ts';
import { eraseDeletedUsers } from './erase-deleted.ts';
import { findLastUpTo, type PointInTime } from './point-in-time.ts';
import { type CopyManifest, prepareCopyFolder, writeManifest } from './copy-folder.ts';
import { createReplayLog } from './replay-log.ts';

type ReplayOptions = {
  events: EventStore;
  projections: readonly AnyProjection[];
  moment: PointInTime;
  /** The requested moment. */
  endTime: string;
  targetDir: string;
  onProgress: (read: number, position: Position) => void;
  /** Called with the last event by then, position 0 where there is none, as soon as it is found. */
  onFound?: (last: Pick<CopyManifest, 'position' | 'at'>) => void;
};

/**
 * Builds all views as of a moment into a folder of their own, and leaves them read-only. In a folder where that was
 * interrupted it starts from scratch. Throws StartupError, RebuildStopped, StoreUnavailable.
 */
export async function replayViews({
  events,
  moment,
  endTime,
  targetDir,
  onFound,
  ...options
}: ReplayOptions): Promise<CopyManifest> {
  const folder = prepareCopyFolder(targetDir);
  const unfinished = { state: 'building', until: endTime, position: startPosition, at: null } as const;
  writeManifest(folder, unfinished);
  const last = await findLastUpTo(events, moment);
  const position = last?.position ?? startPosition;
  const at = last?.metadata.at ?? null;
  onFound?.({ position, at });
  const views = openScratchViews(folder);
  try {
    await fillViews({ ...options, views, log: createReplayLog(events, position), position });
  } finally {
    await views.close();
  }
  makeScratchViewsReadOnly(folder);
  return writeManifest(folder, { ...unfinished, state: 'ready', position, at });
}

type FillOptions = Pick<ReplayOptions, 'projections' | 'onProgress'> & {
  views: ViewStore;
  log: ReturnType<typeof createReplayLog>;
  position: Position;
};

async function fillViews({ views, log, position, projections, onProgress }: FillOptions): Promise<void> {
  const targets: Target[] = [];
  for (const projection of projections) targets.push(await createFreshTarget(views, projection));
  const onPoison = (poison: PoisonEvent) => {
    throw new RebuildStopped(poison);
  };
  await buildTargets({ events: log, views, targets, onPoison, onProgress });
  for (const { declaration, generation } of targets) {
    await views.promote(declaration, generation);
    if (declaration.view !== users.view) continue;
    await eraseDeletedUsers({
      views,
      generation,
      position,
      areDeleted: (ids) => Promise.resolve(ids.map((id) => log.deleted.has(id))),
    });
  }
}
