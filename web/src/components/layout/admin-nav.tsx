import { Link } from '@tanstack/react-router';
import type { UserView } from '#domain/user/contract.ts';
import { getSnapshotTime } from '#web/lib/snapshot-mode.ts';

const pages = [
  { to: '/admin/review', title: 'Review Queue' },
  { to: '/admin/found', title: 'Listings' },
  { to: '/admin/add-listing', title: 'Add Listing' },
  { to: '/admin/scout', title: 'Scout and Sources' },
] as const;

/** The other admin pages that this admin may open; the current one is marked. */
export function AdminNav({ user }: { user: UserView }) {
  // A point-in-time copy has no log to browse.
  const hasHistory = user.isAdmin && getSnapshotTime() === null;
  const visiblePages = hasHistory ? [...pages, { to: '/admin/history', title: 'History' } as const] : pages;
  return (
    <nav aria-label="Administration">
      <ul className="flex flex-wrap gap-x-6 gap-y-1 border-b pointer-coarse:gap-y-4 border-line pb-3">
        {visiblePages.map(({ to, title }) => (
          <li key={to}>
            <Link
              to={to}
              className="tap-target inline-block min-h-6 text-sm font-semibold text-primary decoration-2 underline-offset-6 hover:underline aria-[current=page]:text-text aria-[current=page]:underline"
            >
              {title}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
