import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { importPage } from '#web/lib/lazy-page.ts';
import { signedInRoute } from '../signed-in.tsx';

export const workflowLogRoute = createRoute({
  getParentRoute: () => signedInRoute,
  path: '/admin/workflow-log',
  component: lazyRouteComponent(() => importPage(() => import('./workflow-log.page.tsx')), 'WorkflowLogPage'),
});
