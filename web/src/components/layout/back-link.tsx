import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { buttonClasses } from '../ui/button.tsx';
import { ArrowLeftIcon } from '../ui/icons.tsx';

/** The way back from a page, in its header. */
export function BackLink({ to, children }: { to: '/' | '/admin' | '/admin/history'; children: ReactNode }) {
  return (
    // Pages below the one it leads to are not that one.
    <Link to={to} activeOptions={{ exact: true }} className={buttonClasses('secondary', 'small')}>
      <ArrowLeftIcon />
      {children}
    </Link>
  );
}
