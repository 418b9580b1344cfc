import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { pageCode } from '#web/lib/page-code.ts';
import { rootRoute } from '../root.tsx';

export const authRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/auth',
  component: lazyRouteComponent(() => pageCode(() => import('./auth.page.tsx')), 'AuthPage'),
});
