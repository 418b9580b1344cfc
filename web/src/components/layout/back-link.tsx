import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { buttonClasses } from '../ui/button.tsx';
import { ArrowLeftIcon } from '../ui/page-icons.tsx';

/** The link in a page's header that leads back. */
export function BackLink({ to, children }: { to: '/' | '/listings'; children: ReactNode }) {
  return (
    // Pages below the target are not marked as the target itself.
    <Link to={to} activeOptions={{ exact: true }} className={buttonClasses('secondary', 'small')}>
      <ArrowLeftIcon />
      {children}
    </Link>
  );
}
