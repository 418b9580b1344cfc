import { defineModule } from '#server/platform/modules/module.ts';
import { searchRoutes } from './routes.ts';

export const searchesModule = defineModule({ name: 'searches', routes: [searchRoutes] });
