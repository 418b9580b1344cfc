export type { HistoryDesk } from './desk.ts';
export { IndexBehind } from './search/search.ts';
export { sentenceOf } from './search/sentence.ts';
export { allEvents } from './search/wanted.ts';
