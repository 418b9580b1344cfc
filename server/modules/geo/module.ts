import { defineModule } from '#server/platform/modules/module.ts';
import { mapRoutes } from './map-routes.ts';

export const geoModule = defineModule({ name: 'geo', routes: [mapRoutes] });
