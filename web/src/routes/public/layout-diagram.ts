import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { importPage } from '#web/lib/lazy-page.ts';
import { signedInRoute } from '../signed-in.tsx';

export const layoutDiagramRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/layout-diagram',
  component: lazyRouteComponent(() => importPage(() => import('./layout-diagram.page.tsx')), 'LayoutDiagramPage'),
});
