import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { pageCode } from '#web/lib/page-code.ts';
import { signedInRoute } from './signed-in.tsx';

export const homeRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/',
  component: lazyRouteComponent(() => pageCode(() => import('./home.page.tsx')), 'HomePage'),
});
