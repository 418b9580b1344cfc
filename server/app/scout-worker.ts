import type { Position } from '#domain/shared/decider.ts';
import { abortable } from '#server/lib/abortable.ts';
import { type LeaderElection, startLeaderElection } from '#server/platform/leader-election/leader-election.ts';
import type { LeaderWork } from '#server/platform/leader-election/leader-term.ts';
import { leaseTasks } from '#server/platform/leader-election/lease-tasks.ts';
import { startLeaderWork, startWithRetry } from '#server/platform/subscriptions/start-with-retry.ts';
import type { Feed } from '#server/modules/sources/feed-config/config.ts';
import type { Services } from './modules.ts';

/** The scout and the feeds that it reads: the work of one process at a time. */
export type ScoutWorker = {
  begin: () => LeaderWork;
  /** Keeps what it needs in memory while another process is the scout. */
  standBy: () => LeaderWork;
  /** What is still missing before it works; null for nothing. */
  notReadyReason: () => string | null;
};

const loadingReason = 'The scout is reading the members';

export function createScoutWorker(services: Services): ScoutWorker {
  const { log, intake } = services;
  const matching = createMatching(services);
  let missing: string | null = loadingReason;

  return {
    notReadyReason: () => missing,
    standBy: matching.standBy,
    begin: () => {
      missing = loadingReason;
      return startLeaderWork({
        what: 'the scout worker',
        log,
        begin: async (stops, stopped) => {
          const scout = await matching.start();
          stops.push(scout.stop);
          const isReady = await abortable(stopped, Promise.all([scout.ready, intake.ready]));
          if (isReady === null) return;
          missing = null;
          await startReaders(services, stops);
        },
      });
    },
  };
}

/** Runs the scout while this process is the leader. */
export function runScoutWorker(
  { log, leases }: Pick<Services, 'log' | 'leases'>,
  { begin, standBy }: Pick<ScoutWorker, 'begin' | 'standBy'>,
): LeaderElection {
  return startLeaderElection({ task: leaseTasks.scout, leases, log, begin, standBy });
}

/** Starts the matching, from the members that a standby has loaded, if any. */
function createMatching(services: Services) {
  const { log, run, viewStore: views } = services;
  let loading: ReturnType<typeof loadMatching> | null = null;
  const load = () => (loading ??= loadMatching());
  let loaded: Position | null = null;
  return {
    start: async () => {
      const { startMatchingWorker, ...matching } = await load();
      const position = loaded;
      loaded = null;
      return startMatchingWorker({ ...services, ...matching, views, loaded: position }, run);
    },
    standBy: () =>
      startWithRetry({
        what: 'the stand-by members',
        log,
        begin: async (stops) => {
          const { startStandbyMembers, members } = await load();
          const standby = startStandbyMembers({ ...services, views, members }, run);
          stops.push(async () => {
            loaded = await standby.stop();
          });
        },
      }),
  };
}

/** What matches listings, which takes long to load. */
async function loadMatching() {
  const [{ loadGazetteer }, { createMemberIndex }, { startMatchingWorker }, { startStandbyMembers }] =
    await Promise.all([
      import('#server/modules/geo/gazetteer.ts'),
      import('#server/modules/alerts/member-index/members.ts'),
      import('#server/modules/alerts/matching/matching-worker.ts'),
      import('#server/modules/alerts/member-index/standby-members.ts'),
    ]);
  const gazetteer = await loadGazetteer();
  return { gazetteer, members: createMemberIndex(gazetteer), startMatchingWorker, startStandbyMembers };
}

/** Starts the readers of polled sources: the feeds and the mailbox. */
async function startReaders(services: Services, stops: (() => Promise<void>)[]): Promise<void> {
  const { feeds, scoutActivity } = services;
  const [{ startFeeds }, { startMailbox }, { createMailIntake }] = await Promise.all([
    import('#server/modules/sources/feeds.ts'),
    import('#server/modules/sources/imap/start-mailbox.ts'),
    import('#server/modules/intake/email/take-mail.ts'),
  ]);
  const onPass = ({ states }: Feed) => scoutActivity.recordPass(states ?? null);
  stops.push(startFeeds(feeds, { ...services, onPass }).stop);
  stops.push((await startMailbox({ ...services, takeMail: createMailIntake(services) })).stop);
}
