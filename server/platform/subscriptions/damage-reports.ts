import type { Log } from '#server/lib/log.ts';
import { blankDamagedData, isDamaged } from '#server/platform/event-store/damage.ts';
import type { StoredEvent } from '#server/platform/event-store/port.ts';
import { type FailedEventInput, type FailedEvents, logSubscription } from './failed-events.ts';

/** Of one process; what has more causes than that is no damage of single events. */
const maxReports = 1_000;

/**
 * Sets damaged events aside when they are read, one for each cause, so that admins see them also long after. Readers do
 * not wait for it.
 */
export function createDamageReports({ failedEvents, log }: { failedEvents: Pick<FailedEvents, 'add'>; log: Log }) {
  const reported = new Set<string>();
  const add = async (cause: string, event: FailedEventInput['event'], problem: string) => {
    if (reported.has(cause) || reported.size >= maxReports) return;
    reported.add(cause);
    try {
      await failedEvents.add({ subscription: logSubscription, event, error: new Error(problem) });
    } catch (error) {
      reported.delete(cause);
      log.warn(
        { err: error, position: event.position },
        'Failed to record a damaged event; trying again when it is read',
      );
    }
  };
  return {
    add,
    /** The events; where data are damaged they read as empty. */
    observe: (events: StoredEvent[]): Promise<StoredEvent[]> => {
      if (!events.some(isDamaged)) return Promise.resolve(events);
      for (const event of events) if (isDamaged(event)) void add(event.damage.cause, event, event.damage.problem);
      return Promise.resolve(events.map(blankDamagedData));
    },
  };
}
