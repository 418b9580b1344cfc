import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import type { FoundFilters } from '#domain/listing/found.contract.ts';
import { pageCode } from '#web/lib/page-code.ts';
import { signedInRoute } from '../signed-in.tsx';

export const foundRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/admin/found',
  // The page makes of it what it can, so that no other page has to load how.
  validateSearch: (search: Record<string, unknown>): FoundFilters => search,
  component: lazyRouteComponent(() => pageCode(() => import('./found.page.tsx')), 'FoundPage'),
});
