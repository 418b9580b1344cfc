export { ProvenDownload } from './proven-download.tsx';
export { sessionsQuery } from './queries.ts';
