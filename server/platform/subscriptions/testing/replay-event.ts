import type { Documents } from '#projections/store/port.ts';
import { systemClock } from '#server/lib/clock.ts';
import { type FailedEvent, type FailedEvents, requestReplay, waitForReplay } from '../failed-events.ts';
import type { LogFeed } from '../log-feed.ts';
import { startReplays } from '../replays/replay-failed-events.ts';

type ReplayStores = { documents: Documents; feed: LogFeed; failedEvents: FailedEvents };

const silent = () => undefined;

/** Has an event handled again that was set aside; resolves to it where it fails again. */
export async function replayEvent(
  { documents, ...deps }: ReplayStores,
  { id }: Pick<FailedEvent, 'id'>,
): Promise<FailedEvent | null> {
  const replays = startReplays({ ...deps, log: { info: silent, warn: silent, error: silent, fatal: silent } });
  await requestReplay({ documents, clock: systemClock }, id);
  const outcome = await waitForReplay(documents, id, Number.POSITIVE_INFINITY);
  await replays.stop();
  return outcome;
}
