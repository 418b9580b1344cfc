import { createRoute, lazyFn } from '@tanstack/react-router';
import type { WorkflowLogFilters } from '#domain/workflow-log/contract.ts';
import type { FoundSearch } from '#web/features/found-listings/queries.ts';
import type { HistorySearch } from '#web/features/history/filters.ts';
import type { ListingPageSearch } from '#web/features/member-listings/queries.ts';
import type { PointInTimeSearch } from '#web/features/point-in-time/search.ts';
import type { UserFilters } from '#web/features/user-table/filters.ts';
import type { ReviewSearch } from '#web/features/review/use-chosen-item.ts';
import { importCode, lazyPage } from '#web/lib/lazy-page.ts';
import { rootRoute } from '#web/routes/root.tsx';
import { signedInRoute } from '#web/routes/signed-in.tsx';

// The parameters of an address are parsed by its page, so that other pages need not load the parser.

const signedInPages = [
  createRoute({
    getParentRoute: () => signedInRoute,
    path: '/',
    loader: lazyFn(() => importCode(() => import('#web/routes/home/home.page.tsx')), 'loadHome'),
    component: lazyPage(() => import('#web/routes/home/home.page.tsx'), 'HomePage'),
  }),
  createRoute({
    getParentRoute: () => signedInRoute,
    path: '/profile',
    loader: lazyFn(() => importCode(() => import('#web/routes/profile.page.tsx')), 'loadProfile'),
    component: lazyPage(() => import('#web/routes/profile.page.tsx'), 'ProfilePage'),
  }),
  createRoute({
    getParentRoute: () => signedInRoute,
    path: '/listings',
    validateSearch: (search: Record<string, unknown>): ListingPageSearch => search,
    loader: lazyFn(() => importCode(() => import('#web/routes/listings/listings.page.tsx')), 'loadListings'),
    component: lazyPage(() => import('#web/routes/listings/listings.page.tsx'), 'ListingsPage'),
  }),
  createRoute({
    getParentRoute: () => signedInRoute,
    path: '/listings/$id',
    component: lazyPage(() => import('#web/routes/listings/listing.page.tsx'), 'ListingPage'),
  }),
  createRoute({
    getParentRoute: () => signedInRoute,
    path: '/offers/$id',
    component: lazyPage(() => import('#web/routes/offer.page.tsx'), 'OfferPage'),
  }),
  createRoute({
    getParentRoute: () => signedInRoute,
    path: '/layout-diagram',
    component: lazyPage(() => import('#web/routes/layout-diagram.page.tsx'), 'LayoutDiagramPage'),
  }),
  createRoute({
    getParentRoute: () => signedInRoute,
    path: '/admin',
    validateSearch: (search: Record<string, unknown>): UserFilters => search,
    component: lazyPage(() => import('#web/routes/admin/admin.page.tsx'), 'DashboardPage'),
  }),
  createRoute({
    getParentRoute: () => signedInRoute,
    path: '/admin/users/$id',
    component: lazyPage(() => import('#web/routes/admin/user.page.tsx'), 'UserDetailsPage'),
  }),
  createRoute({
    getParentRoute: () => signedInRoute,
    path: '/admin/workflow-log',
    validateSearch: (search: Record<string, unknown>): WorkflowLogFilters => search,
    component: lazyPage(() => import('#web/routes/admin/workflow-log.page.tsx'), 'WorkflowLogPage'),
  }),
  createRoute({
    getParentRoute: () => signedInRoute,
    path: '/admin/history',
    validateSearch: (search: Record<string, unknown>): HistorySearch => search,
    component: lazyPage(() => import('#web/routes/admin/history.page.tsx'), 'HistoryPage'),
  }),
  createRoute({
    getParentRoute: () => signedInRoute,
    path: '/admin/history/as-of',
    validateSearch: (search: Record<string, unknown>): PointInTimeSearch => search,
    component: lazyPage(() => import('#web/routes/admin/as-of.page.tsx'), 'AsOfPage'),
  }),
  createRoute({
    getParentRoute: () => signedInRoute,
    path: '/admin/review',
    validateSearch: (search: Record<string, unknown>): ReviewSearch => search,
    component: lazyPage(() => import('#web/routes/scout/review.page.tsx'), 'ReviewPage'),
  }),
  createRoute({
    getParentRoute: () => signedInRoute,
    path: '/admin/found',
    validateSearch: (search: Record<string, unknown>): FoundSearch => search,
    component: lazyPage(() => import('#web/routes/scout/found-listings.page.tsx'), 'FoundPage'),
  }),
  createRoute({
    getParentRoute: () => signedInRoute,
    path: '/admin/scout',
    component: lazyPage(() => import('#web/routes/scout/scout.page.tsx'), 'ScoutPage'),
  }),
  createRoute({
    getParentRoute: () => signedInRoute,
    path: '/admin/deliveries',
    component: lazyPage(() => import('#web/routes/admin/deliveries.page.tsx'), 'DeliveriesPage'),
  }),
  createRoute({
    getParentRoute: () => signedInRoute,
    path: '/admin/add-listing',
    component: lazyPage(() => import('#web/routes/scout/add-listing.page.tsx'), 'AddListingPage'),
  }),
] as const;

const publicPages = [
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/auth',
    component: lazyPage(() => import('#web/routes/public/auth.page.tsx'), 'AuthPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/privacy-policy',
    component: lazyPage(() => import('#web/routes/public/privacy-policy.page.tsx'), 'PrivacyPolicyPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/service-agreement',
    component: lazyPage(() => import('#web/routes/public/service-agreement.page.tsx'), 'ServiceAgreementPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/sell',
    component: lazyPage(() => import('#web/routes/public/sell.page.tsx'), 'SellPage'),
  }),
  createRoute({
    getParentRoute: () => rootRoute,
    path: '/share/$token',
    component: lazyPage(() => import('#web/routes/public/share.page.tsx'), 'SharePage'),
  }),
] as const;

const signedIn = signedInRoute.addChildren(signedInPages);

/** Every address, with its page. */
export const routeTree = rootRoute.addChildren([...publicPages, signedIn]);
