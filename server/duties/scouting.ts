import { join } from 'node:path';
import type { ViewStore } from '#projections/store/port.ts';
import { beginLater } from '../time/begin-later.ts';
import type { Context } from '../context.ts';
import type { Intake } from '../intake/intake.ts';
import type { Work } from './leading.ts';
import { unlessAborted } from '../time/unless-aborted.ts';
import type { Feed } from '../scout/connectors/config.ts';

/** The scout and the feeds that it reads: the work of one process at a time. */
export type Scouting = {
  begin: () => Work;
  /** What is still missing before it is at work; null for nothing. */
  lacks: () => string | null;
};
type Parts = { context: Context; views: ViewStore; feeds: Feed[]; intake: Intake; url: () => string };

const reading = 'The scout is reading the members';

export function openScouting({ context, views, feeds, intake, url }: Parts): Scouting {
  const { log, documents, clock, passes, sources } = context;
  const snapshotPath = join(context.config.dataDir, 'members.snapshot');
  let lacking: string | null = reading;

  return {
    lacks: () => lacking,
    begin: () => {
      lacking = reading;
      const { stop } = beginLater({
        what: 'The scout',
        log,
        begin: async (stops, stopped) => {
          const [{ loadGazetteer }, { startScout }, { startFeeds }, { startMailbox }] = await Promise.all([
            import('../scout/gazetteer.ts'),
            import('../scout/scout.ts'),
            import('../scout/connectors/feeds.ts'),
            import('../intake/imap/start-mailbox.ts'),
          ]);
          const scout = await startScout({ ...context, views, gazetteer: await loadGazetteer(), snapshotPath });
          stops.push(scout.stop);
          const isReady = await unlessAborted(stopped, Promise.all([scout.ready, intake.ready]));
          if (isReady === null) return;
          lacking = null;
          const passed = ({ states }: Feed) => passes.note(states ?? null);
          const feeding = await startFeeds(feeds, { intake, documents, clock, log, passed, sources });
          stops.push(feeding.stop);
          stops.push((await startMailbox({ context, intake, url })).stop);
        },
      });
      return { stop };
    },
  };
}
