export { channelsQuery } from './queries.ts';
export { TestAlertButton } from './test-alert-button.tsx';
