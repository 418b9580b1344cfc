export { leave } from './queries.ts';
