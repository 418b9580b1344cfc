import { defineModule } from '#server/platform/modules/module.ts';
import type { Platform } from '#server/platform/modules/platform.ts';
import { type Feed, readFeeds, reservedIds } from './feed-config/config.ts';
import { openPictureFetcher } from './feeds/open-picture-fetcher.ts';
import { createScoutActivityTracker, type ScoutActivityTracker } from './registry/scout-activity.ts';
import { createSourceServices, type SourceServices } from './registry/source-services.ts';
import { createSourcePolicy, createUnreadableCounter } from './registry/source-policy.ts';
import { sourceRoutes } from './routes.ts';

export const sourcesModule = defineModule({
  name: 'sources',
  provide: (platform: Platform) => {
    const sources = createSourceServices(platform);
    const scoutActivity = createScoutActivityTracker(platform);
    const feeds = platform.config.feeds === null ? [] : readFeeds(platform.config.feeds);
    return {
      sources,
      scoutActivity,
      feeds,
      /** Names of sources that deliver by other ways than webhooks. */
      reservedSources: new Set([...reservedIds, ...feeds.map(({ id }) => id)]),
      openFetcher: openPictureFetcher,
      allowsPrivate: createPrivateSources(feeds),
      sourcePolicy: createSourcePolicy({ ...sources, scoutActivity }),
      countUnreadable: createUnreadableCounter(sources),
    };
  },
  routes: [sourceRoutes],
  stopBackground: ({ scoutActivity, sources }: { scoutActivity: ScoutActivityTracker; sources: SourceServices }) => [
    scoutActivity.stop,
    sources.stats.stop,
  ],
});

/** A feed that may read private addresses may have its pictures there too. */
function createPrivateSources(feeds: Feed[]) {
  const allowed = new Set(feeds.filter(({ allowPrivate }) => allowPrivate).map(({ id }) => id));
  return (source: string) => allowed.has(source);
}
