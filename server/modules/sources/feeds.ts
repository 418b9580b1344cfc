import type { Documents } from '#projections/store/port.ts';
import type { Intake } from '#server/modules/intake/index.ts';
import type { DocumentDeps } from '#server/platform/modules/platform.ts';
import type { Connector } from './registry/connector.ts';
import { runEvery, type Schedule } from '#server/lib/scheduler.ts';
import { startSourceScheduler } from './registry/source-scheduler.ts';
import type { SourceServices } from './registry/source-services.ts';
import type { Feed } from './feed-config/config.ts';
import { type FetchLimits, defaultFetchLimits } from './feeds/web-fetcher.ts';
import { describeFeed, type FeedState, sourcesSpace } from './feeds/feed-state.ts';
import { createFeedFetcher } from './feeds/feed-fetcher.ts';
import { createFeedReader } from './feeds/read-feed.ts';
import type { SavedFeeds } from './saved-feeds/saved-feeds.ts';

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
export type ScheduledFeedsDeps = FeedsDeps & {
  sources: SourceServices;
  savedFeeds: Pick<SavedFeeds, 'list' | 'removeUnused'>;
};

/** In ms. */
const refreshIntervalMs = 1000;
const cleanUpIntervalMs = 3_600_000;

/** Reads each feed at its own interval, until stopped: those of FEEDS, and those that admins have saved by then. */
export function startFeeds(configured: Feed[], deps: ScheduledFeedsDeps): Schedule {
  const { sources, savedFeeds, documents, log } = deps;
  const reader = openReader(deps);
  let connectors: Map<string, Connector> | null = null;
  const scheduler = startSourceScheduler([], { ...deps, sources });

  const listFeeds = async () => [...configured, ...(await savedFeeds.list()).map(({ feed }) => feed)];
  const openConnectors = async () => {
    const found = (await listFeeds()).map(async (feed) => {
      const known = connectors?.get(getKey(feed));
      return [getKey(feed), known ?? (await toConnector(feed, () => reader.visit(feed), documents))] as const;
    });
    return new Map(await Promise.all(found));
  };
  const refresh = async () => {
    const before = connectors;
    const feeds = await listFeeds();
    if (before?.size === feeds.length && feeds.every((feed) => before.has(getKey(feed)))) return;
    let next = new Map<string, Connector>();
    await sources.registry.replaceAll('feed', async () => {
      next = await openConnectors();
      return [...next.values()];
    });
    connectors = next;
    scheduler.replace([...next.values()]);
  };
  const job = { log, failureMessage: 'Failed to read which feeds are saved; retrying' };
  const refreshing = runEvery({ ...job, work: refresh, intervalMs: refreshIntervalMs });
  const cleanUp = runEvery({ ...job, work: savedFeeds.removeUnused, intervalMs: cleanUpIntervalMs });
  return {
    stop: async () => {
      await Promise.all([refreshing.stop(), cleanUp.stop(), scheduler.stop(), reader.stop()]);
    },
  };
}

const getKey = ({ id, version }: Feed) => `${id}/${version}`;

/** A file is read at once because it costs nothing; a site keeps the delay that it had before the restart. */
async function toConnector(feed: Feed, runOnce: Connector['runOnce'], documents: Documents): Promise<Connector> {
  const { id, url, version } = feed;
  const doc = await documents.get<FeedState>(sourcesSpace, id);
  const notBefore = doc?.version === version && url !== undefined ? doc.nextAt : null;
  return { ...describeFeed(feed), kind: 'feed', notBefore, runOnce };
}

/** The feeds, to be read on request. */
export function createFeeds(feeds: Feed[], deps: FeedsDeps): Feeds {
  const { visit, stop } = openReader(deps);
  return {
    runOnce: async (id) => {
      const feed = feeds.find((one) => one.id === id);
      if (feed === undefined) throw new Error(`There is no feed '${id}'`);
      return visit(feed);
    },
    stop,
  };
}

function openReader({ webLimits = defaultFetchLimits, ...deps }: FeedsDeps) {
  const sources = createFeedFetcher(webLimits);
  const stopped = new AbortController();
  return {
    visit: createFeedReader({ ...deps, sources, signal: stopped.signal }),
    stop: async () => {
      stopped.abort();
      await sources.close();
    },
  };
}
