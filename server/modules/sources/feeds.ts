import type { Logger } from 'pino';
import type { Documents } from '#projections/store/port.ts';
import type { Clock } from '#server/lib/clock.ts';
import type { Intake } from '#server/modules/intake/index.ts';
import type { Connector } from './registry/connector.ts';
import { startReading } from './registry/reading.ts';
import type { Sources } from './registry/sources.ts';
import type { Feed } from './feed-config/config.ts';
import { type Limits, usualLimits } from './feeds/fetching.ts';
import { type SourceDoc, space } from './feeds/source-doc.ts';
import { createSources } from './feeds/sources.ts';
import { visitor } from './feeds/visit.ts';

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

/** Reads each feed at its own pace, until stopped. */
export async function startFeeds(feeds: Feed[], { sources, ...parts }: Parts & { sources: Sources }): Promise<Feeds> {
  const { runOnce, stop } = openFeeds(feeds, parts);
  const connectors = await Promise.all(feeds.map((feed) => connectorOf(feed, runOnce, parts.documents)));
  await sources.known.declare('feed', connectors);
  const reading = startReading(connectors, { ...parts, sources });
  return {
    runOnce,
    stop: async () => {
      await Promise.all([reading.stop(), stop()]);
    },
  };
}

/** A file costs nothing to look at; a site is left alone for as long as it would have been without the restart. */
async function connectorOf(feed: Feed, runOnce: Feeds['runOnce'], documents: Documents): Promise<Connector> {
  const { id, basis, everySeconds, url, file, version } = feed;
  const doc = await documents.get<SourceDoc>(space, id);
  const notBefore = doc?.version === version && url !== undefined ? doc.nextAt : null;
  return { id, kind: 'feed', basis, address: url ?? file ?? '', everySeconds, notBefore, runOnce: () => runOnce(id) };
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
