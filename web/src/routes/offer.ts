import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { pageCode } from '#web/lib/page-code.ts';
import { signedInRoute } from './signed-in.tsx';

export const offerRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/offers/$id',
  component: lazyRouteComponent(() => pageCode(() => import('./offer.page.tsx')), 'OfferPage'),
});
