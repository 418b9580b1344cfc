import type { Position } from '#domain/shared/decider.ts';
import { delay } from '#server/lib/delay.ts';
import type { Checkpoint } from './subscriber.ts';

const defaultIntervalMs = 500;
/** Saved before the interval is over, so that neither memory nor the work after a crash grows with the load. */
const maxUnsavedEvents = 4_000;

/** Saves a checkpoint now and then. `wake` is called when a save has become due. */
export function createCheckpointSaver(
  { save, intervalMs = defaultIntervalMs }: Checkpoint,
  stopped: AbortSignal,
  wake: () => void,
) {
  let unsaved: Position | null = null;
  let count = 0;
  let isDue = false;
  let isTimed = false;

  const waitUntilDue = async () => {
    isTimed = true;
    await delay(intervalMs, stopped);
    isTimed = false;
    isDue = true;
    wake();
  };

  return {
    isDue: () => isDue,
    advance: (position: Position, events: number) => {
      unsaved = position;
      count += events;
      if (count >= maxUnsavedEvents) isDue = true;
      if (!isTimed) void waitUntilDue();
    },
    save: async () => {
      if (unsaved !== null) await save(unsaved);
      unsaved = null;
      count = 0;
      isDue = false;
    },
  };
}
