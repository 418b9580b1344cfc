import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import type { PointInTimeSearch } from '#web/features/point-in-time/search.ts';
import { importPage } from '#web/lib/lazy-page.ts';
import { signedInRoute } from '../signed-in.tsx';

export const asOfRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/admin/history/as-of',
  // Parsed by the page, so that other pages need not load the parser.
  validateSearch: (search: Record<string, unknown>): PointInTimeSearch => search,
  component: lazyRouteComponent(() => importPage(() => import('./as-of.page.tsx')), 'AsOfPage'),
});
