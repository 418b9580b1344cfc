import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { joinClasses } from '#web/lib/join-classes.ts';
import { HouseIcon } from '../ui/icons.tsx';
import { ListIcon, SlidersIcon } from '../ui/page-icons.tsx';

export const bottomBarItemClasses = joinClasses(
  'flex size-full min-h-11 flex-col items-center justify-center gap-0.5 rounded-lg text-xs font-semibold text-muted',
  'hover:text-text aria-[current=page]:text-primary aria-expanded:text-text focus-visible:-outline-offset-2',
  '[@media(max-height:30rem)]:flex-row [@media(max-height:30rem)]:gap-2',
);

type BottomBarProps = {
  openFilters: () => void;
  /** The button that opens the account menu. */
  account: ReactNode;
};

/** The navigation of members on a phone, in reach of the thumb. Its height is `--bottom-bar`. */
export function BottomBar({ openFilters, account }: BottomBarProps) {
  return (
    <nav
      id="bottom-bar"
      aria-label="Main"
      className="fixed inset-x-0 bottom-0 z-30 h-(--bottom-bar) border-t border-line bg-bg px-[env(safe-area-inset-left)] pb-[env(safe-area-inset-bottom)] lg:hidden print:hidden"
    >
      <ul className="mx-auto grid h-full max-w-lg grid-cols-4">
        <li>
          <Link to="/" activeOptions={{ exact: true }} className={bottomBarItemClasses}>
            <HouseIcon className="size-5" />
            Home
          </Link>
        </li>
        <li>
          <Link to="/listings" className={bottomBarItemClasses}>
            <ListIcon className="size-5" />
            Listings
          </Link>
        </li>
        <li>
          <button type="button" aria-haspopup="dialog" onClick={openFilters} className={bottomBarItemClasses}>
            <SlidersIcon className="size-5" />
            Filters
          </button>
        </li>
        <li>{account}</li>
      </ul>
    </nav>
  );
}
