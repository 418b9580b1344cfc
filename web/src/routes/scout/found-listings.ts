import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import type { FoundListingFilters } from '#domain/listing/found-listings.contract.ts';
import { importPage } from '#web/lib/lazy-page.ts';
import { signedInRoute } from '../signed-in.tsx';

export const foundRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/admin/found',
  // Parsed by the page, so that other pages need not load the parser.
  validateSearch: (search: Record<string, unknown>): FoundListingFilters => search,
  component: lazyRouteComponent(() => importPage(() => import('./found-listings.page.tsx')), 'FoundPage'),
});
