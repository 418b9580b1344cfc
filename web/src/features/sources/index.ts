export { formatDuration, formatPassResult, formatRunInterval } from './format.ts';
export { refetchScout, scoutStatusQuery, sourcesQuery } from './queries.ts';
export { TriedItems } from './tried-items.tsx';
