import type { Logger } from 'pino';
import type { Documents } from '#projections/store/port.ts';
import type { Config } from '../config.ts';
import type { OnBounce } from '../intake/email/take-mail.ts';
import type { Intake } from '../intake/intake.ts';
import type { Feed } from '../scout/connectors/config.ts';
import type { Passes } from '../scout/passes.ts';
import type { Scout } from '../scout/scout.ts';
import type { Sources } from '../scout/sources/sources.ts';
import { beginLater } from '../time/begin-later.ts';
import type { Clock } from '../time/clock.ts';
import { unlessAborted } from '../time/unless-aborted.ts';
import type { Work } from './leading.ts';

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
    import('../scout/connectors/feeds.ts'),
    import('../intake/imap/start-mailbox.ts'),
    import('../intake/email/take-mail.ts'),
  ]);
  const passed = ({ states }: Feed) => deps.passes.note(states ?? null);
  stops.push((await startFeeds(feeds, { ...deps, intake, passed })).stop);
  const takeMail = mailTaker({ ...deps, intake, url, onBounce });
  stops.push((await startMailbox({ ...deps, takeMail })).stop);
}
