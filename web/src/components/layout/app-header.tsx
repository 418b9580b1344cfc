import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Brand, brandClasses, HeaderFrame } from './header-frame.tsx';

/** The header of every page for signed-in users. */
export function AppHeader({ isWide = false, children }: { isWide?: boolean; children: ReactNode }) {
  const brand = (
    <Link to="/" className={brandClasses}>
      <Brand />
    </Link>
  );
  return (
    <HeaderFrame isWide={isWide} brand={brand}>
      {children}
    </HeaderFrame>
  );
}
