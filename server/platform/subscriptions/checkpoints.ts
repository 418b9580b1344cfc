import { channelNames } from '#domain/alert/channels.contract.ts';
import type { Position } from '#domain/shared/decider.ts';
import type { Documents } from '#projections/store/port.ts';
import type { EventStore } from '#server/platform/event-store/port.ts';
import { documentSpaces } from '#projections/store/document-spaces.ts';
import { insertOrGet } from '#projections/store/insert-or-get.ts';
import { listAll } from '#projections/store/list-all.ts';
import { updateDocument } from '#projections/store/update-document.ts';
import type { Checkpoint } from './subscriber.ts';

const space = documentSpaces.checkpoints;
/** The checkpoints that are documents from the first start on; parts of a subscription have further ones. */
export const checkpointIds = [
  'matching',
  ...channelNames,
  'relay',
  'corrections',
  'pictures',
  'latency',
  'witness-webhook',
  'witness-email',
];

type CheckpointDoc = { id: string; position: Position };

/** The last event whose effects are all durable, as saved; null before the first start. */
export async function readCheckpoint(documents: Documents, id: string): Promise<Position | null> {
  return (await documents.get<CheckpointDoc>(space, id))?.position ?? null;
}

/** All that are saved, by id. */
export async function readCheckpoints(documents: Documents): Promise<Map<string, Position>> {
  const all = await listAll<CheckpointDoc>(documents, space);
  return new Map(all.map(({ id, position }) => [id, position]));
}

/** Moves the checkpoint to `position`; never back, as a former leader may save late. */
export async function saveCheckpoint(documents: Documents, position: Position, id: string): Promise<void> {
  await updateDocument(documents, { space, id }, (saved: CheckpointDoc | null) =>
    saved !== null && saved.position >= position ? saved : { id, position },
  );
}

/** Moves the checkpoint of a stopped subscriber to any position. */
export async function resetCheckpoint(documents: Documents, position: Position, id: string): Promise<void> {
  const doc: CheckpointDoc = { id, position };
  await documents.put(space, doc);
}

/** The saved checkpoint. Where no such subscriber ever ran it is the present end of the log, and saved. */
export async function ensureCheckpoint(
  documents: Documents,
  events: Pick<EventStore, 'head'>,
  id: string,
): Promise<Position> {
  const saved = await readCheckpoint(documents, id);
  if (saved !== null) return saved;
  const first: CheckpointDoc = { id, position: await events.head() };
  return (await insertOrGet(documents, space, first)).position;
}

export type CheckpointStores = { documents: Documents; events: Pick<EventStore, 'head'> };

/** A document; the first time it is the end of the log, as past events are not processed. */
export function createDocumentCheckpoint(
  { documents, events }: CheckpointStores,
  id: (typeof checkpointIds)[number],
): Checkpoint {
  return {
    load: () => ensureCheckpoint(documents, events, id),
    save: (position) => saveCheckpoint(documents, position, id),
  };
}

/** For a subscriber that saves its position with its effects, or has none that outlive the process. */
export function createUnsavedCheckpoint(load: () => Promise<Position>): Checkpoint {
  return { load, save: () => Promise.resolve() };
}
