import { createRouter } from '@tanstack/react-router';
import { PageSpinner } from '#web/components/ui/spinner.tsx';
import { recordNavigation } from '#web/lib/focus/focus-on-navigation.ts';
import { removeShell } from '#web/lib/prerendered-shell.ts';
import { PageError } from '#web/routes/page-error.tsx';
import { addListingRoute } from '#web/routes/scout/add-listing.ts';
import { adminRoute } from '#web/routes/admin/admin.ts';
import { asOfRoute } from '#web/routes/admin/as-of.ts';
import { authRoute } from '#web/routes/public/auth.ts';
import { foundRoute } from '#web/routes/scout/found-listings.ts';
import { historyRoute } from '#web/routes/admin/history.ts';
import { homeRoute } from '#web/routes/home.ts';
import { layoutDiagramRoute } from '#web/routes/public/layout-diagram.ts';
import { offerRoute } from '#web/routes/offer.ts';
import { privacyPolicyRoute } from '#web/routes/public/privacy-policy.ts';
import { profileRoute } from '#web/routes/profile.ts';
import { reviewRoute } from '#web/routes/scout/review.ts';
import { rootRoute } from '#web/routes/root.tsx';
import { scoutRoute } from '#web/routes/scout/scout.ts';
import { sellRoute } from '#web/routes/public/sell.ts';
import { serviceAgreementRoute } from '#web/routes/public/service-agreement.ts';
import { signedInRoute } from '#web/routes/signed-in.tsx';
import { workflowLogRoute } from '#web/routes/admin/workflow-log.ts';

export const router = createRouter({
  routeTree: rootRoute.addChildren([
    authRoute,
    privacyPolicyRoute,
    serviceAgreementRoute,
    sellRoute,
    signedInRoute.addChildren([
      asOfRoute,
      homeRoute,
      profileRoute,
      adminRoute,
      workflowLogRoute,
      historyRoute,
      reviewRoute,
      foundRoute,
      scoutRoute,
      addListingRoute,
      offerRoute,
      layoutDiagramRoute,
    ]),
  ]),
  defaultPreload: 'intent',
  defaultPendingComponent: PageSpinner,
  defaultPendingMs: 300,
  defaultErrorComponent: PageError,
  scrollRestoration: true,
});

router.subscribe('onBeforeNavigate', ({ fromLocation, pathChanged }) => {
  if (!fromLocation || !pathChanged) return;
  recordNavigation();
  removeShell();
});

declare module '@tanstack/react-router' {
  /** Search parameters that a page passes to the sign-in page when it redirects a user there. */
  interface HistoryState {
    /** The path to return to. */
    back?: string;
    /** Whether the session ended, as opposed to the user never having signed in. */
    sessionEnded?: boolean;
  }
  interface Register {
    router: typeof router;
  }
}
