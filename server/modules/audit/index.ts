export type { AuditLog } from './audit-log.ts';
export { IndexBehind } from './search/history-reader.ts';
export { allEvents } from './search/history-query.ts';
export { resolveFilters, throwBusy } from './query.ts';
export { describeFailingWitness } from './witness/failing-witness.ts';
