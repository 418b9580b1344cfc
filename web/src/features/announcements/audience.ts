import { formatCount } from '#web/lib/format.ts';

/** Who sees an announcement: every user who signs in. Without `userCount` it is unknown how many. */
export function describeAudience(userCount: number | undefined): string {
  const users = userCount === undefined ? 'all users' : formatCount(userCount, 'user');
  return `at the top of every dashboard: ${users}, with or without an active membership.`;
}
