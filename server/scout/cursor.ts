import type { Logger } from 'pino';
import type { Position } from '#domain/decider.ts';
import type { Documents } from '#projections/store/port.ts';
import type { EventStore } from '../event-store/port.ts';

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

/**
 * Where a follower of the log goes on, `id` tells which. The very first time that is the end of the log: nothing is
 * done backwards.
 */
export async function openCursor(
  documents: Documents,
  events: EventStore,
  log: Logger,
  id = 'cursor',
): Promise<Cursor> {
  const head = await events.head();
  const found = await documents.get<Saved>(space, id);
  let position = found === null || found.position > head ? head : found.position;
  let saved = found?.position ?? null;
  let timer: NodeJS.Timeout | null = null;

  const save = async () => {
    if (timer) clearTimeout(timer);
    timer = null;
    if (saved === position) return;
    const doc: Saved = { id, position };
    await documents.put(space, doc);
    saved = doc.position;
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
