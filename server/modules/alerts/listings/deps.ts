import type { ViewReader } from '#projections/store/port.ts';
import type { EventStore } from '#server/platform/event-store/port.ts';
import type { CommandDeps } from '#server/platform/commands/command-handler.ts';
import type { Clock } from '#server/lib/clock.ts';
import type { RateLimits } from '#server/platform/http/middleware/rate-limits.ts';
import type { EmailRegistry } from '#server/modules/users/index.ts';
import type { RecentListingsSearch } from './recent-listings-search.ts';

/** The dependencies of the listing routes. */
export type ListingDeps = CommandDeps & {
  views: ViewReader;
  events: EventStore;
  emails: Pick<EmailRegistry, 'findOwner'>;
  recentListingsIndex: Pick<RecentListingsSearch, 'search'>;
  clock: Clock;
  limits: Pick<RateLimits, 'change'>;
};
