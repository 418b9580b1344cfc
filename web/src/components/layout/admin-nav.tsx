import { Link, useLocation } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import type { UserView } from '#domain/user/contract.ts';
import { getSnapshotTime } from '#web/lib/snapshot-mode.ts';

type PageName = 'Review' | 'Deliveries';
/** How many wait for an admin; undefined where unknown. */
export type PageCounts = Record<PageName, number | undefined>;

const maxCount = 999;

/** Pages that are opened from another one, whose link is marked until then. */
const pagesBelow: Partial<Record<string, string>> = { Listings: '/admin/add-listing', Users: '/admin/users/' };

function isBelow(title: string, address: string): boolean {
  const below = pagesBelow[title];
  return below !== undefined && address.startsWith(below);
}

/** All admin pages that this admin may open, in one row; the current one is marked. */
export function AdminNav({ user, counts }: { user: UserView; counts: PageCounts }) {
  const list = useRef<HTMLUListElement>(null);
  const address = useLocation({ select: ({ pathname, hash }) => `${pathname}#${hash}` });
  useEffect(() => {
    const current = list.current?.querySelector<HTMLElement>('[aria-current]');
    // Not by scrollIntoView, which may scroll the page too.
    if (list.current && current) list.current.scrollLeft = current.offsetLeft - list.current.clientWidth / 3;
  }, [address]);
  return (
    <nav aria-label="Administration" className="border-b border-line">
      <ul ref={list} className="relative -mx-4 flex gap-x-6 overflow-x-auto px-4 pb-3 pt-1 sm:-mx-1 sm:px-1">
        {listAdminPages(user).map(({ title, ...target }) => (
          <li key={title} className="flex shrink-0 items-center">
            <Link
              {...target}
              activeOptions={{ exact: target.to === '/admin', includeHash: true, includeSearch: false }}
              aria-current={isBelow(title, address) ? 'page' : undefined}
              className="tap-target inline-flex min-h-6 items-center text-sm font-semibold whitespace-nowrap text-primary decoration-2 underline-offset-6 hover:underline aria-[current=page]:text-text aria-[current=page]:underline"
            >
              {title}
              {(title === 'Review' || title === 'Deliveries') && <Count count={counts[title]} />}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** The admin pages that a user may open. */
export function listAdminPages({ isAdmin }: UserView) {
  // A point-in-time copy has no log to browse.
  const hasHistory = isAdmin && getSnapshotTime() === null;
  return [
    { to: '/admin', hash: '', title: 'Dashboard' },
    { to: '/admin', hash: 'users', title: 'Users' },
    { to: '/admin/found', title: 'Listings' },
    { to: '/admin/review', title: 'Review' },
    { to: '/admin/scout', title: 'Sources' },
    { to: '/admin/deliveries', title: 'Deliveries' },
    ...(isAdmin ? [{ to: '/admin/workflow-log', title: 'Workflow Log' } as const] : []),
    ...(hasHistory ? [{ to: '/admin/history', title: 'History' } as const] : []),
    { to: '/admin', hash: 'announcements', title: 'Announcements' },
  ] as const;
}

/** Its place is kept while the count is unknown or 0, so that no link moves. */
function Count({ count = 0 }: { count?: number | undefined }) {
  return (
    <span className="-mr-4 w-9 pl-1.5">
      {count > 0 && (
        <span className="inline-block rounded-full bg-warm-soft px-1.5 text-xs leading-5 text-on-warm-soft tabular-nums">
          {count > maxCount ? `${maxCount}+` : count}
        </span>
      )}
    </span>
  );
}
