import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import type { HistorySearch } from '#web/features/history/filters.ts';
import { importPage } from '#web/lib/lazy-page.ts';
import { signedInRoute } from '../signed-in.tsx';

export const historyRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/admin/history',
  // Parsed by the page, so that other pages need not load the parser.
  validateSearch: (search: Record<string, unknown>): HistorySearch => search,
  component: lazyRouteComponent(() => importPage(() => import('./history.page.tsx')), 'HistoryPage'),
});
