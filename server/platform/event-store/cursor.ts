import type { Logger } from 'pino';
import type { Position } from '#domain/shared/decider.ts';
import type { Documents } from '#projections/store/port.ts';
import type { EventStore } from './port.ts';
import { documentSpaces } from '#server/platform/documents/document-spaces.ts';

const space = documentSpaces.checkpoints;
/** What is not saved at a crash is processed again, so no wait for the disk per event. */
const savedEvery = 500;

export type Cursor = {
  /** The last event whose effects are all durable. */
  position: () => Position;
  /** Saved with a delay. */
  advance: (position: Position) => void;
  save: () => Promise<void>;
};

type Saved = { id: string; position: Position };

const scouting = 'matching';
/** The checkpoints of the subscribers of the log. */
export const followers = [scouting, 'mail', 'push', 'latency'] as const;

/** The last event whose effects are all durable, as saved; null before the first start. */
export async function savedCursor(documents: Documents, id = scouting): Promise<Position | null> {
  return (await documents.get<Saved>(space, id))?.position ?? null;
}

/** Moves the checkpoint of a stopped subscriber to `position`. */
export async function moveCursor(documents: Documents, position: Position, id = scouting): Promise<void> {
  const doc: Saved = { id, position };
  await documents.put(space, doc);
}

/** Where no such subscriber ever ran, one that starts later continues from here. */
export async function beginAtHead(documents: Documents, events: EventStore, id = scouting): Promise<void> {
  if ((await savedCursor(documents, id)) === null) await moveCursor(documents, await events.head(), id);
}

/**
 * The checkpoint of a subscriber of the log, identified by `id`. The first time it is the end of the log: past events
 * are not processed.
 */
export async function openCursor(
  documents: Documents,
  events: EventStore,
  log: Logger,
  id = scouting,
): Promise<Cursor> {
  const head = await events.head();
  let saved = await savedCursor(documents, id);
  let position = saved ?? head;
  let timer: NodeJS.Timeout | null = null;

  const save = async () => {
    if (timer) clearTimeout(timer);
    timer = null;
    if (saved === position) return;
    const now = position;
    await moveCursor(documents, now, id);
    saved = now;
  };
  const saveLater = () => {
    timer ??= setTimeout(() => {
      save().catch((error: unknown) => {
        log.warn({ err: error, cursor: id }, 'Failed to save the subscription checkpoint; retrying');
        saveLater();
      });
    }, savedEvery).unref();
  };

  await save();
  return {
    position: () => position,
    advance: (next) => {
      position = next;
      saveLater();
    },
    save,
  };
}
