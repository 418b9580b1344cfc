import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { importPage } from '#web/lib/lazy-page.ts';
import { rootRoute } from '../root.tsx';

export const sellRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/sell',
  component: lazyRouteComponent(() => importPage(() => import('./sell.page.tsx')), 'SellPage'),
});
