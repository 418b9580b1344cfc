import { setTimeout } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Documents } from '#projections/store/port.ts';
import type { Clock } from '../../clock.ts';
import type { Intake } from '../../intake/intake.ts';
import type { Feed } from './config.ts';
import { type Limits, usualLimits } from './fetching.ts';
import { type SourceDoc, space } from './source-doc.ts';
import { createSources } from './sources.ts';
import { visitor } from './visit.ts';

export type Feeds = {
  /** Reads a feed now, or joins the pass that is under way; resolves with what is then known of it. */
  runOnce: (id: string) => Promise<SourceDoc>;
  stop: () => Promise<void>;
};

type Parts = {
  intake: Pick<Intake, 'take'>;
  documents: Documents;
  clock: Clock;
  log: Logger;
  webLimits?: Limits;
  /** Told of each pass that came to its end, whether it brought something or not. */
  passed?: (feed: Feed) => void;
};

const pauseAfterTrouble = 5000;

/** Reads each feed at its own pace, until stopped. */
export async function startFeeds(feeds: Feed[], parts: Parts): Promise<Feeds> {
  const stopped = new AbortController();
  const { runOnce, stop } = openFeeds(feeds, parts);
  const known = await Promise.all(feeds.map(({ id }) => parts.documents.get<SourceDoc>(space, id)));
  const reading = feeds.map((feed, index) =>
    keepReading(feed, known[index] ?? null, { ...parts, runOnce, stopped: stopped.signal }),
  );
  return {
    runOnce,
    stop: async () => {
      stopped.abort();
      await stop();
      await Promise.all(reading);
    },
  };
}

type Reading = Pick<Parts, 'clock' | 'log'> & Pick<Feeds, 'runOnce'> & { stopped: AbortSignal };

async function keepReading(
  feed: Feed,
  doc: SourceDoc | null,
  { clock, log, runOnce, stopped }: Reading,
): Promise<void> {
  const until = (time: string) => Math.max(0, Date.parse(time) - clock().getTime());
  // A file costs nothing to look at; a site is left alone for as long as it would have been without the restart.
  const hasStopped = () => stopped.aborted;
  let wait = doc?.version === feed.version && feed.url !== undefined ? until(doc.nextAt) : 0;
  while (!hasStopped()) {
    try {
      await setTimeout(wait, undefined, { signal: stopped });
      wait = until((await runOnce(feed.id)).nextAt);
    } catch (error) {
      if (!hasStopped()) log.error({ err: error, feed: feed.id }, 'A feed could not be read; trying again');
      wait = pauseAfterTrouble;
    }
  }
}

/** The feeds, to be read when asked. */
export function openFeeds(feeds: Feed[], { webLimits = usualLimits, ...parts }: Parts): Feeds {
  const sources = createSources(webLimits);
  const stopped = new AbortController();
  const visit = visitor({ ...parts, sources, signal: stopped.signal });
  const underWay = new Map<string, Promise<SourceDoc>>();

  return {
    runOnce: async (id) => {
      const feed = feeds.find((one) => one.id === id);
      if (feed === undefined) throw new Error(`There is no feed '${id}'`);
      const pass = underWay.get(id) ?? visit(feed).finally(() => underWay.delete(id));
      underWay.set(id, pass);
      return pass;
    },
    stop: async () => {
      stopped.abort();
      await Promise.allSettled(underWay.values());
      await sources.close();
    },
  };
}
