import { defineConfig } from 'vitest/config';

const onEngines = [
  'server/roles.test.ts',
  'server/users/{account,registration,credentials,forgot-password}.test.ts',
  'server/{announcements,intake,visitors}/routes.test.ts',
  'server/admin/users.test.ts',
];

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: ['{checks,domain,projections,server,bench}/**/*.test.ts', 'web/src/**/*.test.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          // What the product answers is the same on both engines: the main tests of the API once more.
          name: 'engines',
          include: process.env['MONGODB_URL'] === undefined ? [] : onEngines,
          env: { TEST_ENGINES: 'yes' },
          isolate: false,
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'e2e',
          include: ['e2e/**/*.test.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
          // A browser waits more than it works, so there are a few at once, after the rest.
          maxWorkers: 3,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
