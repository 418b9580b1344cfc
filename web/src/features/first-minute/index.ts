export { FirstMinute } from './first-minute.tsx';
export { firstMinuteQuery } from './queries.ts';
