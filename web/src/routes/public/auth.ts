import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { importPage } from '#web/lib/lazy-page.ts';
import { rootRoute } from '../root.tsx';

export const authRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/auth',
  component: lazyRouteComponent(() => importPage(() => import('./auth.page.tsx')), 'AuthPage'),
});
