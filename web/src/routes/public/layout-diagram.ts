import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { pageCode } from '#web/lib/page-code.ts';
import { signedInRoute } from '../signed-in.tsx';

export const layoutDiagramRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/layout-diagram',
  component: lazyRouteComponent(() => pageCode(() => import('./layout-diagram.page.tsx')), 'LayoutDiagramPage'),
});
