import { defineModule } from '#server/platform/modules/module.ts';
import { startRetention } from './retention.ts';
import { visitorRoutes } from './routes.ts';
import { trackRoutes } from './track-routes.ts';

export const visitorsModule = defineModule({
  name: 'visitors',
  routes: [trackRoutes, visitorRoutes],
  maintenance: [startRetention],
});
