import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { buttonClasses } from './ui/button.tsx';
import { ArrowLeftIcon } from './ui/icons.tsx';

/** The way back from a page, in its header. */
export function BackLink({ to, children }: { to: '/' | '/admin' | '/admin/history'; children: ReactNode }) {
  return (
    <Link to={to} className={buttonClasses('secondary', 'small')}>
      <ArrowLeftIcon />
      {children}
    </Link>
  );
}
