import { announcements } from './announcement.ts';
import { knownListings } from './known-listings.ts';
import { listings } from './listings.ts';
import { memberListingPartitions } from './member-listings.ts';
import { memberships } from './memberships.ts';
import type { AnyProjection } from './projection.ts';
import { alertCounts, alertDays } from './alert-counts.ts';
import { review } from './review.ts';
import { sources } from './sources.ts';
import { users } from './users.ts';
import { visitorStats } from './visitor-stats.ts';
import { visitors } from './visitors.ts';
import { workflowLog } from './workflow-log.ts';

/** Views that are written together. The first group has no name. */
export type ViewGroup = { name: string | null; projections: readonly AnyProjection[] };

/** Groups that different processes may keep, so that a busy or large one delays no other. */
export const viewGroups: readonly ViewGroup[] = [
  { name: null, projections: [users, memberships, announcements] },
  { name: 'listings', projections: [listings, review, sources] },
  { name: 'known-listings', projections: [knownListings] },
  { name: 'alerts', projections: [alertCounts, alertDays] },
  { name: 'workflow-log', projections: [workflowLog] },
  { name: 'visitors', projections: [visitors, visitorStats] },
  ...memberListingPartitions.map((part) => ({ name: part.view.replace('#', '-'), projections: [part] })),
];

/** Every view that is built from the log. */
export const projections: readonly AnyProjection[] = viewGroups.flatMap((group) => group.projections);
