import { projections } from '#projections/all.ts';
import type { ViewStore } from '#projections/store/port.ts';
import { PositionNotInLog } from '#server/platform/event-store/port.ts';
import { discardOtherHistory, historyViewNames } from '#server/modules/audit/other-log.ts';
import { loadPlaces, type Places } from '#server/platform/config/places.ts';
import { digestOf } from '#server/platform/projector/digest.ts';
import { bringUpToDate, discardUnknown, rebuild } from '#server/platform/projector/rebuild.ts';
import { refuseUnknown } from '#server/platform/storage/same-log.ts';
import { followers, moveCursor, savedCursor } from '#server/platform/event-store/cursor.ts';
import {
  discardDamagedViews,
  hasHistoryViews,
  openHistoryViews,
  openLog,
  openStores,
  type Stores,
} from '#server/platform/storage/stores.ts';
import { inProjectorsTurn } from '../in-turn.ts';
import { progressTo } from '../rebuild-progress.ts';
import { rebuildReport, type RebuiltView } from '../rebuild-report.ts';
import { print, run } from '../run.ts';

await run(async () => {
  const places = loadPlaces(process.env);
  await (await openLog(places)).close();
  if (await discardDamagedViews(places)) console.error('The views could not be read: they are built from nothing.');
  const stores = await openStores(places);
  try {
    await print(await inProjectorsTurn(stores.views, (views) => rebuilt({ ...stores, views })));
    await keepHistoryInLog(places, stores);
  } finally {
    await stores.close();
  }
});

/** Throws RebuildStopped, StoreUnavailable. */
async function rebuilt(stores: Pick<Stores, 'events' | 'documents'> & { views: ViewStore }): Promise<string> {
  const parts = { events: stores.events, views: stores.views, projections };
  await bringUpToDate(parts).catch(unlessOtherLog);
  const before = await digests(stores.views);
  const took = await rebuild({ ...parts, onProgress: progressTo(await stores.events.head()) });
  await discardUnknown({ ...parts, otherViews: historyViewNames });
  await keepFollowersInLog(stores);
  const after = await digests(stores.views);
  return rebuildReport(compared(before, after), took);
}

/** Views of another log cannot take in this one: all that can be done for them is to build them anew. */
function unlessOtherLog(error: unknown): void {
  if (!(error instanceof PositionNotInLog)) throw error;
  console.error('The views knew events that this log does not have: they are built from nothing.');
}

/** As the views, whoever knew events that are gone begins anew: at the end, since nothing is done backwards. */
async function keepFollowersInLog({ events, documents }: Pick<Stores, 'events' | 'documents'>): Promise<void> {
  for (const id of followers) {
    const cursor = await savedCursor(documents, id);
    if (cursor === null) continue;
    try {
      await refuseUnknown(events, cursor);
    } catch (error) {
      if (!(error instanceof PositionNotInLog)) throw error;
      await moveCursor(documents, await events.head(), id);
      console.error(`What follows the log as '${id}' knew events that it does not have: it goes on at the end.`);
    }
  }
}

async function keepHistoryInLog(places: Places, { events }: Pick<Stores, 'events'>): Promise<void> {
  if (!hasHistoryViews(places)) return;
  const views = await openHistoryViews(places);
  try {
    if (await discardOtherHistory(events, views))
      console.error(
        'The hash chain knew events that this log does not have: it is made anew, and the seals alone tell.',
      );
  } finally {
    await views.close();
  }
}

type Digests = Map<string, RebuiltView['after']>;

async function digests(views: ViewStore): Promise<Digests> {
  const found: Digests = new Map();
  for (const { view } of projections) {
    const live = await views.live(view);
    if (live) found.set(view, { ...(await digestOf(views, view)), version: live.version });
  }
  return found;
}

function compared(before: Digests, after: Digests): RebuiltView[] {
  return [...after].map(([view, now]) => ({ view, before: before.get(view) ?? null, after: now }));
}
