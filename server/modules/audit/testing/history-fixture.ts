import { history } from '#projections/history.ts';
import type { ViewStore } from '#projections/store/port.ts';
import type { EventStore } from '#server/platform/event-store/port.ts';
import { trackProjections } from '#server/platform/projector/projection-progress.ts';
import { createProgressTracker } from '#server/platform/subscriptions/progress-tracker.ts';
import { startTestFeed } from '#server/platform/subscriptions/testing/feed-fixture.ts';
import { startHistoryProjector } from '../search/history-projector.ts';
import { createHistoryReader } from '../search/history-reader.ts';

const ignore = () => undefined;
const log = { info: ignore, warn: ignore, error: ignore, fatal: ignore };

type HistoryFixtureDeps = {
  events: EventStore;
  views: ViewStore;
  tokensOf?: (userId: string) => Promise<string[]>;
  countedAtOnce?: number;
};

/** The history of a log that is not encrypted: its reader, and its projector once `start` is called. */
export function createTestHistory({ events, views, ...given }: HistoryFixtureDeps) {
  const { tokensOf = () => Promise.resolve([]), ...counted } = given;
  const progress = createProgressTracker();
  const tracker = trackProjections(false, progress, { events, views, projections: [history] });
  const feed = startTestFeed(events);
  const fail = ({ error }: { error: unknown }) => Promise.reject(new Error(String(error)));
  const failedEvents = { add: fail, clear: () => Promise.resolve() };
  return {
    reader: createHistoryReader({ events, views, tracker, tokensOf, ...counted }),
    start: () => {
      const projector = startHistoryProjector({ events, views, run: feed.run, failedEvents, log }, { progress });
      const stop = async () => {
        await projector.stop();
        await feed.stop();
      };
      return { ready: projector.ready, stop };
    },
  };
}
