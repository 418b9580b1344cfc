export { announcementQuery } from './queries.ts';
