export type { AuditLog } from './audit-log.ts';
export { IndexBehind } from './search/search-index.ts';
export { describeEvent } from './search/describe-event.ts';
export { allEvents } from './search/search-filter.ts';
