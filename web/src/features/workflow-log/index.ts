export { newerEntriesQuery, workflowLogQuery } from './queries.ts';
