export { LogLines } from './log-lines.tsx';
export { newerEntriesQuery, workflowLogQuery } from './queries.ts';
