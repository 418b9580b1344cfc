import { createRouter } from '@tanstack/react-router';
import { PageSpinner } from '#web/components/ui/spinner.tsx';
import { noteArrival } from '#web/lib/arrival.ts';
import { removeShell } from '#web/lib/shell.ts';
import { PageError } from './routes/page-error.tsx';
import { addListingRoute } from './routes/add-listing.ts';
import { adminRoute } from './routes/admin.ts';
import { asOfRoute } from './routes/as-of.ts';
import { authRoute } from './routes/auth.ts';
import { foundRoute } from './routes/found.ts';
import { historyRoute } from './routes/history.ts';
import { homeRoute } from './routes/home.ts';
import { layoutDiagramRoute } from './routes/layout-diagram.ts';
import { offerRoute } from './routes/offer.ts';
import { privacyPolicyRoute } from './routes/privacy-policy.ts';
import { profileRoute } from './routes/profile.ts';
import { reviewRoute } from './routes/review.ts';
import { rootRoute } from './routes/root.tsx';
import { scoutRoute } from './routes/scout.ts';
import { sellRoute } from './routes/sell.ts';
import { serviceAgreementRoute } from './routes/service-agreement.ts';
import { signedInRoute } from './routes/signed-in.tsx';
import { workflowLogRoute } from './routes/workflow-log.ts';

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
  noteArrival();
  removeShell();
});

declare module '@tanstack/react-router' {
  /** What a page says to the sign-in page when it sends somebody there. */
  interface HistoryState {
    /** The path to come back to. */
    back?: string;
    /** Whether a session has ended, as against one that never was. */
    ended?: boolean;
  }
  interface Register {
    router: typeof router;
  }
}
