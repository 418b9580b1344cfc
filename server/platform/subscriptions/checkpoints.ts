import type { Position } from '#domain/shared/decider.ts';
import type { Documents } from '#projections/store/port.ts';
import type { EventStore } from '#server/platform/event-store/port.ts';
import { documentSpaces } from '#projections/store/document-spaces.ts';
import type { Checkpoint } from './subscriber.ts';

const space = documentSpaces.checkpoints;
const scouting = 'matching';
/** The checkpoints that are documents. */
export const followers = [scouting, 'mail', 'push', 'latency'] as const;

type Saved = { id: string; position: Position };

/** The last event whose effects are all durable, as saved; null before the first start. */
export async function savedCursor(documents: Documents, id: string = scouting): Promise<Position | null> {
  return (await documents.get<Saved>(space, id))?.position ?? null;
}

/** Moves the checkpoint of a stopped subscriber to `position`. */
export async function moveCursor(documents: Documents, position: Position, id: string = scouting): Promise<void> {
  const doc: Saved = { id, position };
  await documents.put(space, doc);
}

/** Where no such subscriber ever ran, one that starts later continues from here. */
export async function beginAtHead(
  documents: Documents,
  events: Pick<EventStore, 'head'>,
  id: string = scouting,
): Promise<void> {
  if ((await savedCursor(documents, id)) === null) await moveCursor(documents, await events.head(), id);
}

type CheckpointStores = { documents: Documents; events: Pick<EventStore, 'head'> };

/** A document; the first time it is the end of the log, as past events are not processed. */
export function createDocumentCheckpoint(
  { documents, events }: CheckpointStores,
  id: (typeof followers)[number] = scouting,
): Checkpoint {
  return {
    load: async () => {
      await beginAtHead(documents, events, id);
      return (await savedCursor(documents, id)) ?? events.head();
    },
    save: (position) => moveCursor(documents, position, id),
  };
}

/** For a subscriber that saves its position with its effects, or has none that outlive the process. */
export function createUnsavedCheckpoint(load: () => Promise<Position>): Checkpoint {
  return { load, save: () => Promise.resolve() };
}
