import { alerts } from './alerts.ts';
import { announcements } from './announcement.ts';
import { listings } from './listings.ts';
import type { AnyProjection } from './projection.ts';
import { alertCounts } from './alert-counts.ts';
import { recentListings } from './recent-listings.ts';
import { review } from './review.ts';
import { sources } from './sources.ts';
import { users } from './users.ts';
import { visitorStats } from './visitor-stats.ts';
import { visitors } from './visitors.ts';
import { workflowLog } from './workflow-log.ts';

/** Every view that is built from the log. */
export const projections: readonly AnyProjection[] = [
  users,
  recentListings,
  alertCounts,
  alerts,
  listings,
  review,
  workflowLog,
  visitors,
  visitorStats,
  announcements,
  sources,
];
