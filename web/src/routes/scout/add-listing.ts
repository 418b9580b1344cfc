import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { importPage } from '#web/lib/lazy-page.ts';
import { signedInRoute } from '../signed-in.tsx';

export const addListingRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/admin/add-listing',
  component: lazyRouteComponent(() => importPage(() => import('./add-listing.page.tsx')), 'AddListingPage'),
});
