import { defineModule } from '#server/platform/modules/module.ts';
import type { Platform } from '#server/platform/modules/platform.ts';
import { type Feed, readFeeds, reservedIds } from './feed-config/config.ts';
import { openPictureFetcher } from './feeds/open-picture-fetcher.ts';
import { createScoutActivityTracker, type ScoutActivityTracker } from './registry/scout-activity.ts';
import { createSourceServices, type SourceServices } from './registry/source-services.ts';
import { createSourcePolicy, createUnreadableCounter } from './registry/source-policy.ts';
import { sourceRoutes } from './routes.ts';
import { savedFeedRoutes } from './saved-feed-routes.ts';
import { createSavedFeeds } from './saved-feeds/saved-feeds.ts';

export const sourcesModule = defineModule({
  name: 'sources',
  provide: (platform: Platform) => {
    const sources = createSourceServices(platform);
    const scoutActivity = createScoutActivityTracker(platform);
    const feeds = platform.config.feeds === null ? [] : readFeeds(platform.config.feeds);
    const configuredIds = new Set(feeds.map(({ id }) => id));
    const reservedSources = new Set([...reservedIds, ...configuredIds]);
    return {
      sources,
      scoutActivity,
      feeds,
      savedFeeds: createSavedFeeds({ ...platform, sources, configuredIds }),
      reservedSources,
      /** Whether a source delivers by other ways than webhooks. */
      isReservedSource: async (id: string) => reservedSources.has(id) || (await sources.findState(id)).feedId !== null,
      openFetcher: openPictureFetcher,
      allowsPrivate: createPrivateSources(feeds),
      sourcePolicy: createSourcePolicy({ ...sources, scoutActivity }),
      countUnreadable: createUnreadableCounter(sources),
    };
  },
  routes: [sourceRoutes, savedFeedRoutes],
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
