import type { Logger } from 'pino';
import type { Position } from '#domain/shared/decider.ts';
import type { Documents } from '#projections/store/port.ts';
import type { EventStore } from './port.ts';

const space = 'scout';
/** What is not yet saved at a crash is looked at again, so it is not worth a wait for the disk each time. */
const savedEvery = 500;

export type Cursor = {
  /** The last event whose effects are all durable. */
  position: () => Position;
  /** Saved a little later. */
  advance: (position: Position) => void;
  save: () => Promise<void>;
};

type Saved = { id: string; position: Position };

const scouting = 'cursor';
/** Those who follow the log from a place of their own. */
export const followers = [scouting, 'mail', 'push', 'latency'] as const;

/** The last event whose effects are all durable, as it was saved; null before the first start. */
export async function savedCursor(documents: Documents, id = scouting): Promise<Position | null> {
  return (await documents.get<Saved>(space, id))?.position ?? null;
}

/** Has a follower of the log go on after `position`, where it is not at work. */
export async function moveCursor(documents: Documents, position: Position, id = scouting): Promise<void> {
  const doc: Saved = { id, position };
  await documents.put(space, doc);
}

/** Where no such follower was ever at work, one that begins later goes on from here. */
export async function beginAtHead(documents: Documents, events: EventStore, id = scouting): Promise<void> {
  if ((await savedCursor(documents, id)) === null) await moveCursor(documents, await events.head(), id);
}

/**
 * Where a follower of the log goes on, `id` tells which. The very first time that is the end of the log: nothing is
 * done backwards.
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
        log.warn({ err: error, cursor: id }, 'A place in the log could not be saved; trying again');
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
