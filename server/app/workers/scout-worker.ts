import type { Logger } from 'pino';
import type { Documents } from '#projections/store/port.ts';
import type { Config } from '#server/platform/config/config.ts';
import type { OnBounce } from '#server/modules/intake/email/take-mail.ts';
import type { Intake } from '#server/modules/intake/pipeline/intake.ts';
import type { Feed } from '#server/modules/sources/feed-config/config.ts';
import type { ScoutActivityTracker } from '#server/modules/sources/registry/scout-activity.ts';
import type { MatchingWorker } from '#server/modules/alerts/matching/matching-worker.ts';
import type { SourceServices } from '#server/modules/sources/registry/source-services.ts';
import { startLeaderWork } from '#server/platform/subscriptions/start-with-retry.ts';
import type { Clock } from '#server/lib/clock.ts';
import { abortable } from '#server/lib/abortable.ts';
import type { LeaderWork } from '#server/platform/leader-election/leader-term.ts';

/** The scout and the feeds that it reads: the work of one process at a time. */
export type ScoutWorker = {
  begin: () => LeaderWork;
  /** Keeps what it needs in memory while another process is the scout. */
  standBy: () => LeaderWork;
  /** What is still missing before it works; null for nothing. */
  notReadyReason: () => string | null;
};
type ScoutWorkerDeps = {
  config: Pick<Config, 'imapUrl' | 'intakeEmailFrom' | 'intakeEmailPlaces'>;
  documents: Documents;
  clock: Clock;
  log: Logger;
  scoutActivity: Pick<ScoutActivityTracker, 'recordPass'>;
  sources: SourceServices;
};
export type ScoutWorkerParts = {
  startScout: () => Promise<Pick<MatchingWorker, 'ready' | 'stop'>>;
  standBy: () => LeaderWork;
  feeds: Feed[];
  intake: Pick<Intake, 'take' | 'ready'>;
  /** The address of the site. */
  url: () => string;
  onBounce: OnBounce;
};

const loadingReason = 'The scout is reading the members';

export function createScoutWorker(deps: ScoutWorkerDeps, parts: ScoutWorkerParts): ScoutWorker {
  let missing: string | null = loadingReason;

  return {
    notReadyReason: () => missing,
    standBy: parts.standBy,
    begin: () => {
      missing = loadingReason;
      return startLeaderWork({
        what: 'the scout worker',
        log: deps.log,
        begin: async (stops, stopped) => {
          const scout = await parts.startScout();
          stops.push(scout.stop);
          const isReady = await abortable(stopped, Promise.all([scout.ready, parts.intake.ready]));
          if (isReady === null) return;
          missing = null;
          await startReaders(deps, parts, stops);
        },
      });
    },
  };
}

/** Starts the readers of polled sources: the feeds and the mailbox. */
async function startReaders(
  deps: ScoutWorkerDeps,
  parts: ScoutWorkerParts,
  stops: (() => Promise<void>)[],
): Promise<void> {
  const { feeds, intake, url, onBounce } = parts;
  const [{ startFeeds }, { startMailbox }, { createMailIntake }] = await Promise.all([
    import('#server/modules/sources/feeds.ts'),
    import('#server/modules/sources/imap/start-mailbox.ts'),
    import('#server/modules/intake/email/take-mail.ts'),
  ]);
  const onPass = ({ states }: Feed) => deps.scoutActivity.recordPass(states ?? null);
  stops.push((await startFeeds(feeds, { ...deps, intake, onPass })).stop);
  const takeMail = createMailIntake({ ...deps, intake, url, onBounce });
  stops.push((await startMailbox({ ...deps, takeMail })).stop);
}
