import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { importPage } from '#web/lib/lazy-page.ts';
import { signedInRoute } from '../signed-in.tsx';

export const scoutRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/admin/scout',
  component: lazyRouteComponent(() => importPage(() => import('./scout.page.tsx')), 'ScoutPage'),
});
