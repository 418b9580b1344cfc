export { stateNames } from './states.ts';
export { visitsQuery } from './queries.ts';
