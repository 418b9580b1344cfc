import type { Position } from '#domain/decider.ts';
import type { ViewReader } from '#projections/store/port.ts';
import type { EventStore } from '../event-store/port.ts';
import type { Handle } from '../handle.ts';
import type { Clock } from '../time/clock.ts';
import type { Emails } from '../users/emails.ts';
import type { Past } from './past.ts';

/** What the routes of listings need. */
export type ListingDeps = {
  views: ViewReader;
  events: EventStore;
  emails: Pick<Emails, 'holderOf'>;
  handle: Handle;
  past: Pick<Past, 'search'>;
  clock: Clock;
  /** Resolves once the views have applied `position`, or after 2 s. */
  caughtUp: (position: Position) => Promise<void>;
};
