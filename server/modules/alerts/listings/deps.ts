import type { Position } from '#domain/shared/decider.ts';
import type { ViewReader } from '#projections/store/port.ts';
import type { EventStore } from '#server/platform/event-store/port.ts';
import type { CommandHandler } from '#server/platform/commands/command-handler.ts';
import type { Clock } from '#server/lib/clock.ts';
import type { EmailRegistry } from '#server/modules/users/index.ts';
import type { RecentListingsSearch } from './recent-listings-search.ts';

/** The dependencies of the listing routes. */
export type ListingDeps = {
  views: ViewReader;
  events: EventStore;
  emails: Pick<EmailRegistry, 'holderOf'>;
  handle: CommandHandler;
  past: Pick<RecentListingsSearch, 'search'>;
  clock: Clock;
  /** Resolves once the views have applied `position`, or after 2 s. */
  caughtUp: (position: Position) => Promise<void>;
};
