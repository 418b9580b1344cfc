import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { pageCode } from '#web/lib/page-code.ts';
import { signedInRoute } from '../signed-in.tsx';

export const reviewRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/admin/review',
  component: lazyRouteComponent(() => pageCode(() => import('./review.page.tsx')), 'ReviewPage'),
});
