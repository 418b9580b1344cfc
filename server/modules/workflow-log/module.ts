import { defineModule } from '#server/platform/modules/module.ts';
import { workflowLogRoutes } from './log-routes.ts';

export const workflowLogModule = defineModule({ name: 'workflow log', routes: [workflowLogRoutes] });
