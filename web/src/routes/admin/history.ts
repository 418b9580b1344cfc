import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import type { HistorySearch } from '#web/features/history/filters.ts';
import { importPage } from '#web/lib/lazy-page.ts';
import { signedInRoute } from '../signed-in.tsx';

export const historyRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/admin/history',
  // The page makes of it what it can, so that no other page has to load how.
  validateSearch: (search: Record<string, unknown>): HistorySearch => search,
  component: lazyRouteComponent(() => importPage(() => import('./history.page.tsx')), 'HistoryPage'),
});
