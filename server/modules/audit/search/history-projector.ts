import { history } from '#projections/history.ts';
import type { ViewStore } from '#projections/store/port.ts';
import { createBatchUpcaster, withUpcasting } from '#server/platform/event-store/upcasting.ts';
import type { Platform } from '#server/platform/modules/platform.ts';
import { backgroundPace } from '#server/platform/projector/build-targets.ts';
import { type Projector, type ProjectorDeps, startProjector } from '#server/platform/projector/projector.ts';
import type { RunSubscriber } from '#server/platform/subscriptions/subscriber.ts';
import { withBacklogPauses } from '../projection/backlog-pauses.ts';

type HistoryProjectorDeps = Pick<ProjectorDeps, 'failedEvents' | 'log'> &
  Pick<Platform, 'events' | 'run'> & {
    /** The history's own views. */
    views: ViewStore;
  };

/** Each write of words touches many pages of its file, so that single events would double the cost of a command. */
const collectMs = 250;

/** Keeps the view by which the history is searched, until `stop`. It is built slowly, as no command waits for it. */
export function startHistoryProjector(
  { events, run, ...deps }: HistoryProjectorDeps,
  listeners: Parameters<typeof startProjector>[1],
): Projector {
  const { head, readAll } = withUpcasting(events);
  const upcastAll = createBatchUpcaster();
  const runEncrypted: RunSubscriber = ({ handle, ...subscriber }) =>
    run({
      ...subscriber,
      reads: 'encrypted',
      collectMs,
      handle: withBacklogPauses((batch, stopped) => handle(upcastAll(batch), stopped)),
    });
  const feed = { run: runEncrypted, head, readAll };
  const declared = { feed, projections: [history], subscription: { name: 'history' }, pace: backgroundPace };
  return startProjector({ ...deps, ...declared }, listeners);
}
