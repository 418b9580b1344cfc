import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { importPage } from '#web/lib/lazy-page.ts';
import { signedInRoute } from '../signed-in.tsx';

export const reviewRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/admin/review',
  component: lazyRouteComponent(() => importPage(() => import('./review.page.tsx')), 'ReviewPage'),
});
