import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { importPage } from '#web/lib/lazy-page.ts';
import { signedInRoute } from './signed-in.tsx';

export const offerRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/offers/$id',
  component: lazyRouteComponent(() => importPage(() => import('./offer.page.tsx')), 'OfferPage'),
});
