import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { pageCode } from '#web/lib/page-code.ts';
import { rootRoute } from '../root.tsx';

export const sellRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/sell',
  component: lazyRouteComponent(() => pageCode(() => import('./sell.page.tsx')), 'SellPage'),
});
