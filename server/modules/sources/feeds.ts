import type { Documents } from '#projections/store/port.ts';
import type { Intake } from '#server/modules/intake/index.ts';
import type { DocumentDeps } from '#server/platform/modules/platform.ts';
import type { Connector } from './registry/connector.ts';
import { startSourceScheduler } from './registry/source-scheduler.ts';
import type { SourceServices } from './registry/source-services.ts';
import type { Feed } from './feed-config/config.ts';
import { type FetchLimits, defaultFetchLimits } from './feeds/web-fetcher.ts';
import { type FeedState, sourcesSpace } from './feeds/feed-state.ts';
import { createFeedFetcher } from './feeds/feed-fetcher.ts';
import { createFeedReader } from './feeds/read-feed.ts';

export type Feeds = {
  /** Reads a feed now; resolves with the state after it. */
  runOnce: (id: string) => Promise<FeedState>;
  stop: () => Promise<void>;
};

type FeedsDeps = DocumentDeps & {
  intake: Pick<Intake, 'take'>;
  webLimits?: FetchLimits;
  /** Called after each completed pass, whether it found items or not. */
  onPass?: (feed: Feed) => void;
};

/** Reads each feed at its own interval, until stopped. */
export async function startFeeds(
  feeds: Feed[],
  { sources, ...deps }: FeedsDeps & { sources: SourceServices },
): Promise<Feeds> {
  const { runOnce, stop } = createFeeds(feeds, deps);
  const connectors = await Promise.all(feeds.map((feed) => toConnector(feed, runOnce, deps.documents)));
  await sources.registry.replaceAll('feed', connectors);
  const reading = startSourceScheduler(connectors, { ...deps, sources });
  return {
    runOnce,
    stop: async () => {
      await Promise.all([reading.stop(), stop()]);
    },
  };
}

/** A file is read at once because it costs nothing; a site keeps the delay that it had before the restart. */
async function toConnector(feed: Feed, runOnce: Feeds['runOnce'], documents: Documents): Promise<Connector> {
  const { id, basis, everySeconds, url, file, version } = feed;
  const doc = await documents.get<FeedState>(sourcesSpace, id);
  const notBefore = doc?.version === version && url !== undefined ? doc.nextAt : null;
  return { id, kind: 'feed', basis, address: url ?? file ?? '', everySeconds, notBefore, runOnce: () => runOnce(id) };
}

/** The feeds, to be read on request. */
export function createFeeds(feeds: Feed[], { webLimits = defaultFetchLimits, ...deps }: FeedsDeps): Feeds {
  const sources = createFeedFetcher(webLimits);
  const stopped = new AbortController();
  const visit = createFeedReader({ ...deps, sources, signal: stopped.signal });

  return {
    runOnce: async (id) => {
      const feed = feeds.find((one) => one.id === id);
      if (feed === undefined) throw new Error(`There is no feed '${id}'`);
      return visit(feed);
    },
    stop: async () => {
      stopped.abort();
      await sources.close();
    },
  };
}
