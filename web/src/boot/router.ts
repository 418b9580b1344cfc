import { createRouter } from '@tanstack/react-router';
import { createQueryClient } from './query-client.ts';
import { PageSpinner } from '#web/components/ui/spinner.tsx';
import { recordNavigation } from '#web/lib/focus/focus-on-navigation.ts';
import { removeShell } from '#web/lib/prerendered-shell.ts';
import { routeTree } from './route-tree.ts';
import { PageError } from '#web/routes/page-error.tsx';

export const queryClient = createQueryClient();

export const router = createRouter({
  routeTree,
  context: { queryClient },
  defaultPreload: 'intent',
  defaultPendingComponent: PageSpinner,
  defaultPendingMs: 300,
  defaultPendingMinMs: 0,
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
