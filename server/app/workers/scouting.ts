import type { Logger } from 'pino';
import type { Documents } from '#projections/store/port.ts';
import type { Config } from '#server/platform/config/config.ts';
import type { OnBounce } from '#server/modules/intake/email/take-mail.ts';
import type { Intake } from '#server/modules/intake/pipeline/intake.ts';
import type { Feed } from '#server/modules/sources/feed-config/config.ts';
import type { Passes } from '#server/modules/sources/registry/passes.ts';
import type { Scout } from '#server/modules/alerts/matching/scout.ts';
import type { Sources } from '#server/modules/sources/registry/sources.ts';
import { beginLater } from '#server/platform/subscriptions/begin-later.ts';
import type { Clock } from '#server/lib/clock.ts';
import { unlessAborted } from '#server/lib/unless-aborted.ts';
import type { Work } from '#server/platform/leader-election/leading.ts';

/** The scout and the feeds that it reads: the work of one process at a time. */
export type Scouting = {
  begin: () => Work;
  /** What is still missing before it works; null for nothing. */
  lacks: () => string | null;
};
type ScoutingDeps = {
  config: Pick<Config, 'imapUrl' | 'intakeEmailFrom'>;
  documents: Documents;
  clock: Clock;
  log: Logger;
  passes: Pick<Passes, 'note'>;
  sources: Sources;
};
export type ScoutingParts = {
  startScout: () => Promise<Pick<Scout, 'ready' | 'stop'>>;
  feeds: Feed[];
  intake: Pick<Intake, 'take' | 'ready'>;
  /** The address of the site. */
  url: () => string;
  onBounce: OnBounce;
};

const reading = 'The scout is reading the members';

export function openScouting(deps: ScoutingDeps, parts: ScoutingParts): Scouting {
  let lacking: string | null = reading;

  return {
    lacks: () => lacking,
    begin: () => {
      lacking = reading;
      const { stop } = beginLater({
        what: 'The scout',
        log: deps.log,
        begin: async (stops, stopped) => {
          const scout = await parts.startScout();
          stops.push(scout.stop);
          const isReady = await unlessAborted(stopped, Promise.all([scout.ready, parts.intake.ready]));
          if (isReady === null) return;
          lacking = null;
          await startReaders(deps, parts, stops);
        },
      });
      return { stop };
    },
  };
}

/** Starts what reads sources by itself: the feeds and the mailbox. */
async function startReaders(deps: ScoutingDeps, parts: ScoutingParts, stops: (() => Promise<void>)[]): Promise<void> {
  const { feeds, intake, url, onBounce } = parts;
  const [{ startFeeds }, { startMailbox }, { mailTaker }] = await Promise.all([
    import('#server/modules/sources/feeds.ts'),
    import('#server/modules/sources/imap/start-mailbox.ts'),
    import('#server/modules/intake/email/take-mail.ts'),
  ]);
  const passed = ({ states }: Feed) => deps.passes.note(states ?? null);
  stops.push((await startFeeds(feeds, { ...deps, intake, passed })).stop);
  const takeMail = mailTaker({ ...deps, intake, url, onBounce });
  stops.push((await startMailbox({ ...deps, takeMail })).stop);
}
