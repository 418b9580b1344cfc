import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { importPage } from '#web/lib/lazy-page.ts';
import { rootRoute } from '../root.tsx';

export const serviceAgreementRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/service-agreement',
  component: lazyRouteComponent(() => importPage(() => import('./service-agreement.page.tsx')), 'ServiceAgreementPage'),
});
