import { defineModule } from '#server/platform/modules/module.ts';
import { announcementRoutes } from './routes.ts';

export const announcementsModule = defineModule({ name: 'announcements', routes: [announcementRoutes] });
