import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { importPage } from '#web/lib/lazy-page.ts';
import { signedInRoute } from './signed-in.tsx';

export const profileRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/profile',
  component: lazyRouteComponent(() => importPage(() => import('./profile.page.tsx')), 'ProfilePage'),
});
