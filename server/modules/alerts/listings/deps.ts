import type { CommandDeps } from '#server/platform/commands/command-handler.ts';
import type { RateLimits } from '#server/platform/http/middleware/rate-limits.ts';
import type { EmailRegistry } from '#server/modules/users/index.ts';
import type { Platform, ReadDeps } from '#server/platform/modules/platform.ts';
import type { RecentListingsSearch } from './recent-listings-search.ts';

/** The dependencies of the listing routes. */
export type ListingDeps = CommandDeps &
  ReadDeps &
  Pick<Platform, 'waitForHead'> & {
    emails: Pick<EmailRegistry, 'findOwner'>;
    recentListingsIndex: Pick<RecentListingsSearch, 'search'>;
    limits: Pick<RateLimits, 'change'>;
  };

/** In ms: the longest that an answer waits for the newest events of the log. */
export const newestEventsWaitMs = 250;
