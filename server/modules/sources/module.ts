import { defineModule } from '#server/platform/modules/module.ts';
import type { Platform } from '#server/platform/modules/platform.ts';
import type { Intake } from '#server/modules/intake/index.ts';
import { type Feed, readFeeds, reservedIds } from './feed-config/config.ts';
import { openPictureFetcher } from './feeds/open-picture-fetcher.ts';
import { createScoutActivityTracker, type ScoutActivityTracker } from './registry/scout-activity.ts';
import { createSourceServices, type SourceServices } from './registry/source-services.ts';
import { createUnreadableCounter, withSourcePolicy } from './registry/with-source-policy.ts';
import { sourceRoutes } from './routes.ts';
import { withActivityTracking } from './with-activity-tracking.ts';

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
      /** Checks each source against its policy. */
      withPolicy: (intake: Intake) => withSourcePolicy(intake, sources),
      withTracking: (intake: Intake) => withActivityTracking(intake, scoutActivity),
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
