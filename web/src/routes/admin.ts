import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { signedInRoute } from './signed-in.tsx';

export const adminRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/admin',
  component: lazyRouteComponent(() => import('./admin.page.tsx'), 'AdminPage'),
});
