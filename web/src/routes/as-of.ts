import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { pastSearch } from '#web/features/time-travel/search.ts';
import { pageCode } from '#web/lib/page-code.ts';
import { signedInRoute } from './signed-in.tsx';

export const asOfRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/admin/history/as-of',
  validateSearch: pastSearch,
  component: lazyRouteComponent(() => pageCode(() => import('./as-of.page.tsx')), 'AsOfPage'),
});
