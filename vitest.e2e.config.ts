import { defineConfig } from 'vitest/config';
import { browserProjects } from './vitest.config.ts';

/** `npm run e2e`: the tests in a browser alone; `-- --project pages` runs those that `npm test` leaves out. */
export default defineConfig({ test: { projects: browserProjects } });
