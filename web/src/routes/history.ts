import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { filtersIn } from '#web/features/history/filters.ts';
import { pageCode } from '#web/lib/page-code.ts';
import { signedInRoute } from './signed-in.tsx';

export const historyRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/admin/history',
  validateSearch: filtersIn,
  component: lazyRouteComponent(() => pageCode(() => import('./history.page.tsx')), 'HistoryPage'),
});
