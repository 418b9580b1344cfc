import type { CommandDeps } from '#server/platform/commands/command-handler.ts';
import type { RateLimits } from '#server/platform/http/middleware/rate-limits.ts';
import type { EmailRegistry } from '#server/modules/users/index.ts';
import type { ReadDeps } from '#server/platform/modules/platform.ts';
import type { RecentListingsSearch } from './recent-listings-search.ts';

/** The dependencies of the listing routes. */
export type ListingDeps = CommandDeps &
  ReadDeps & {
    emails: Pick<EmailRegistry, 'findOwner'>;
    recentListingsIndex: Pick<RecentListingsSearch, 'search'>;
    limits: Pick<RateLimits, 'change'>;
  };
