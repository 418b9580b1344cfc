import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { pageCode } from '#web/lib/page-code.ts';
import { signedInRoute } from '../signed-in.tsx';

export const adminRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/admin',
  component: lazyRouteComponent(() => pageCode(() => import('./admin.page.tsx')), 'AdminPage'),
});
