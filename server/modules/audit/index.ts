export type { AuditLog } from './desk.ts';
export { IndexBehind } from './search/search.ts';
export { describeEvent } from './search/sentence.ts';
export { allEvents } from './search/wanted.ts';
