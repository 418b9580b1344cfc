import { announcements } from './announcement.ts';
import { listings } from './listings.ts';
import { memberListings } from './member-listings.ts';
import { memberships } from './memberships.ts';
import type { AnyProjection } from './projection.ts';
import { alertCounts, alertDays } from './alert-counts.ts';
import { review } from './review.ts';
import { sources } from './sources.ts';
import { users } from './users.ts';
import { visitorStats } from './visitor-stats.ts';
import { visitors } from './visitors.ts';
import { workflowLog } from './workflow-log.ts';

/** Every view that is built from the log. */
export const projections: readonly AnyProjection[] = [
  users,
  memberships,
  memberListings,
  alertCounts,
  alertDays,
  listings,
  review,
  workflowLog,
  visitors,
  visitorStats,
  announcements,
  sources,
];
