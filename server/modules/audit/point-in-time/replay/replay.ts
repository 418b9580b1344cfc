import { type Position, start } from '#domain/shared/decider.ts';
import type { AnyProjection } from '#projections/projection.ts';
import type { ViewStore } from '#projections/store/port.ts';
import { users } from '#projections/users.ts';
import type { EventStore } from '#server/platform/event-store/port.ts';
import { build } from '#server/platform/projector/build.ts';
import type { Poison } from '#server/platform/projector/fold.ts';
import { prepareParked } from '#server/platform/projector/parked.ts';
import { RebuildStopped } from '#server/platform/projector/rebuild.ts';
import { freshTarget, type Target } from '#server/platform/projector/target.ts';
import { openSideViews, sealSideViews } from '#server/platform/storage/side-stores.ts';
import { eraseDeleted } from './erase-deleted.ts';
import { lastBy, type Moment } from './moment.ts';
import { type Copy, emptiedFolder, writeNote } from './folder.ts';
import { rememberedLog } from './remembered-log.ts';

type Replaying = {
  events: EventStore;
  projections: readonly AnyProjection[];
  moment: Moment;
  /** The moment as it was asked for. */
  until: string;
  into: string;
  onProgress: (read: number, position: Position) => void;
  /** Told the last event by then, position 0 where there is none, as soon as it is found. */
  onFound?: (last: Pick<Copy, 'position' | 'at'>) => void;
};

/**
 * Builds all views as of a moment into a folder of their own, and leaves them to be read only. A folder where that was
 * cut short begins anew. Throws StartRefused, RebuildStopped, StoreUnavailable.
 */
export async function replay({ events, moment, until, into, onFound, ...given }: Replaying): Promise<Copy> {
  const folder = emptiedFolder(into);
  const unfinished = { state: 'building', until, position: start, at: null } as const;
  writeNote(folder, unfinished);
  const last = await lastBy(events, moment);
  const position = last?.position ?? start;
  const at = last?.metadata.at ?? null;
  onFound?.({ position, at });
  const views = openSideViews(folder);
  try {
    await fill({ ...given, views, log: rememberedLog(events, position), position });
  } finally {
    await views.close();
  }
  sealSideViews(folder);
  const copy = { ...unfinished, state: 'ready', position, at } as const;
  writeNote(folder, copy);
  return { kind: 'copy of the views', ...copy };
}

type Filling = Pick<Replaying, 'projections' | 'onProgress'> & {
  views: ViewStore;
  log: ReturnType<typeof rememberedLog>;
  position: Position;
};

async function fill({ views, log, position, projections, onProgress }: Filling): Promise<void> {
  await prepareParked(views);
  const targets: Target[] = [];
  for (const projection of projections) targets.push(await freshTarget(views, projection));
  const onPoison = (poison: Poison) => {
    throw new RebuildStopped(poison);
  };
  await build({ events: log, views, targets, onPoison, onProgress });
  for (const { declaration, generation } of targets) {
    await views.promote(declaration, generation);
    if (declaration.view !== users.view) continue;
    await eraseDeleted({
      views,
      generation,
      position,
      gone: (ids) => Promise.resolve(ids.map((id) => log.deleted.has(id))),
    });
  }
}
