import { defineModule } from '#server/platform/modules/module.ts';
import { adminNoteRoutes } from './note-routes.ts';
import { userDetailsRoutes } from './routes.ts';

export const userDetailsModule = defineModule({ name: 'user details', routes: [userDetailsRoutes, adminNoteRoutes] });
