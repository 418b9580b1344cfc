import { getShardName, listShards, type Shard } from '#domain/matching/shards.ts';
import type { Position } from '#domain/shared/decider.ts';
import type { MatchedListing } from '#domain/matching/matcher.ts';
import { abortable } from '#server/lib/abortable.ts';
import { createKeyedMutex, type KeyedMutex } from '#server/lib/keyed-mutex.ts';
import { type LeaderElection, startLeaderElection } from '#server/platform/leader-election/leader-election.ts';
import type { LeaderWork } from '#server/platform/leader-election/leader-term.ts';
import { createLeaseSpread, type LeaseSpread } from '#server/platform/leader-election/lease-spread.ts';
import { getPartName } from '#projections/store/part-name.ts';
import { leaseTasks } from '#server/platform/leader-election/lease-tasks.ts';
import { startLeaderWork, startWithRetry } from '#server/platform/subscriptions/start-with-retry.ts';
import type { Feed } from '#server/modules/sources/feed-config/config.ts';
import type { Services } from './modules.ts';

/** A shard of the scout: the work of one process at a time. */
export type ScoutWorker = {
  task: string;
  begin: () => LeaderWork;
  /** Keeps what it needs in memory while another process does the task. */
  standBy: () => LeaderWork;
  /** What is still missing before it works; null for nothing. */
  notReadyReason: () => string | null;
};

type ScoutServices = Services & { runExclusive: KeyedMutex };

/** In ms. A shard whose store does not answer delays the others of its process no longer. */
const maxMutexWaitMs = 1_000;
const loadingReason = 'The scout is reading the members';

export function createScoutWorkers(services: Services): ScoutWorker[] {
  const deps = { ...services, runExclusive: createKeyedMutex({ maxWaitMs: maxMutexWaitMs }) };
  return listShards(services.config.scoutShards).map((shard) => createScoutWorker(deps, shard));
}

function createScoutWorker(services: ScoutServices, shard: Shard): ScoutWorker {
  const { log, matchCounter } = services;
  const matching = createMatching(services, shard);
  let missing: string | null = loadingReason;

  return {
    task: getPartName(leaseTasks.scout, getShardName(shard)),
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
          await abortable(stopped, scout.ready);
          if (stopped.aborted) return;
          const stopAnswering = matchCounter.answerFor({ shard: shard.index, of: shard.count, count: scout.count });
          stops.push(() => {
            stopAnswering();
            return Promise.resolve();
          });
          missing = null;
        },
      });
    },
  };
}

type LeaseDeps = Pick<Services, 'log' | 'leases'>;

/** Runs the shards of which this process is the leader; the processes share them evenly. */
export function runScoutWorkers({ log, leases }: LeaseDeps, workers: ScoutWorker[]) {
  const tasks = workers.map(({ task }) => task);
  const group = `${leaseTasks.scout}/${tasks.length}`;
  const spread = tasks.length > 1 ? createLeaseSpread({ leases, group, tasks, log }) : null;
  return {
    elections: workers.map((worker) => runScoutWorker({ log, leases }, worker, spread)),
    stop: async () => spread?.stop(),
  };
}

export function runScoutWorker(
  { log, leases }: LeaseDeps,
  { task, begin, standBy }: Pick<ScoutWorker, 'task' | 'begin' | 'standBy'>,
  spread: LeaseSpread | null = null,
): LeaderElection {
  return startLeaderElection({ task, leases, log, begin, standBy, spread: spread ?? undefined });
}

/** Reads the feeds and the mailbox while this process is the leader. */
export function runReadersWorker(services: Services): LeaderElection {
  const { log, leases, intake } = services;
  const begin = () =>
    startLeaderWork({
      what: 'the readers of feeds and the mailbox',
      log,
      begin: async (stops, stopped) => {
        // Each shard has its checkpoint since the stores were verified: none misses a listing that is read before it runs.
        await abortable(stopped, intake.ready);
        if (!stopped.aborted) await startReaders(services, stops);
      },
    });
  return startLeaderElection({ task: leaseTasks.readers, leases, log, begin });
}

/** Starts the matching, from the members that a standby has loaded, if any. */
function createMatching(services: ScoutServices, shard: Shard) {
  const { log, run, viewStore: views } = services;
  let loading: ReturnType<typeof loadMatching> | null = null;
  const load = () => (loading ??= loadMatching(shard));
  let loaded: Position | null = null;
  return {
    start: async () => {
      const { startMatchingWorker, ...matching } = await load();
      const position = loaded;
      loaded = null;
      const worker = await startMatchingWorker({ ...services, ...matching, views, loaded: position }, run);
      return { ...worker, count: (listing: MatchedListing) => matching.members.match(listing).count };
    },
    standBy: () =>
      startWithRetry({
        what: 'the stand-by members',
        log,
        begin: async (stops, stopped) => {
          const { startStandbyMembers, members } = await load();
          const name = getPartName('stand-by members', getShardName(shard));
          const standby = startStandbyMembers({ ...services, views, members, name }, run);
          stops.push(async () => {
            loaded = await standby.stop();
          });
          await abortable(stopped, standby.ready);
        },
      }),
  };
}

/** What matches listings, which takes long to load. */
async function loadMatching(shard: Shard) {
  const [{ loadGazetteer }, { createMemberIndex }, { startMatchingWorker }, { startStandbyMembers }] =
    await Promise.all([
      import('#server/modules/geo/gazetteer.ts'),
      import('#server/modules/alerts/member-index/members.ts'),
      import('#server/modules/alerts/matching/matching-worker.ts'),
      import('#server/modules/alerts/member-index/standby-members.ts'),
    ]);
  const gazetteer = await loadGazetteer();
  return { gazetteer, members: createMemberIndex(gazetteer, shard), startMatchingWorker, startStandbyMembers };
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
