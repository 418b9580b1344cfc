import type { Logger } from 'pino';
import { startPosition } from '#domain/shared/decider.ts';
import type { AnyProjection } from '#projections/projection.ts';
import type { ViewStore } from '#projections/store/port.ts';
import type { EventStore } from '#server/platform/event-store/port.ts';
import type { FailedEvents } from '#server/platform/subscriptions/failed-events.ts';
import { type NewerViewPolicy, type OpenedTarget, openTarget, type Target, toSubscriptionName } from './target.ts';

type OpenTargetsDeps = {
  views: ViewStore;
  projections: readonly AnyProjection[];
  log: Pick<Logger, 'info' | 'warn'>;
  failedEvents: Pick<FailedEvents, 'clear'>;
  newerViews?: NewerViewPolicy | undefined;
};
type OpenedTargets = {
  /** What readers see, at one position. */
  current: Target[];
  /** What is missing, of an older version, or was left behind by a crash. */
  behind: OpenedTarget[];
  /** Whether readers see every view, in whatever version. */
  areAllPresent: boolean;
};

/** What is to be written of each view. Throws NewerViewError. */
export async function openTargets(
  { views, projections, log, failedEvents, newerViews }: OpenTargetsDeps,
  events: Pick<EventStore, 'head'>,
): Promise<OpenedTargets> {
  const head = await events.head();
  const openedTargets: OpenedTarget[] = [];
  let presentCount = 0;
  for (const projection of projections) {
    const { view, version } = projection;
    if ((await views.live(view)) !== null) presentCount += 1;
    const openedTarget = await openTarget(views, projection, { head, newerViews });
    if (openedTarget === null) {
      log.warn({ view, version }, 'View not written: a newer version of the program has built it');
      continue;
    }
    openedTargets.push(openedTarget);
    if (openedTarget.state === 'live') continue;
    const { checkpoint } = openedTarget.target;
    if (checkpoint === startPosition) await failedEvents.clear(toSubscriptionName(view));
    log.info({ view, version, checkpoint }, 'Building view from the log');
  }
  const live = openedTargets.filter(({ state }) => state === 'live').map(({ target }) => target);
  const newest = live.reduce((most, { checkpoint }) => (checkpoint > most ? checkpoint : most), startPosition);
  const current = live.filter(({ checkpoint }) => checkpoint === newest);
  const behind = openedTargets.filter(({ target }) => !current.includes(target));
  return { current, behind, areAllPresent: presentCount === projections.length };
}
