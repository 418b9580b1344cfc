import { defineConfig } from 'vitest/config';

// What they hold is held by no other test, but they take minutes: `npm run e2e` has them, `npm test` does not.
const furtherPages = ['e2e/**/*.pages.test.ts'];

// What is waited for comes in its own time: how soon is measured elsewhere.
const patience = { poll: { timeout: 15_000, interval: 25 } };

function inBrowser(name: string, files: { include: string[]; exclude?: string[] }) {
  return {
    test: {
      name,
      ...files,
      expect: patience,
      testTimeout: 120_000,
      hookTimeout: 120_000,
      maxWorkers: 2,
      // The browser has the machine to itself, after the rest.
      sequence: { groupOrder: 1 },
    },
  };
}

/** The story of each role, which `npm test` runs too, and the longer looks at every page. */
export const browserProjects = [
  inBrowser('e2e', { include: ['e2e/**/*.test.ts'], exclude: furtherPages }),
  inBrowser('pages', { include: furtherPages }),
];

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          // Loading the product anew for each file would take longer than most files: none leaves anything behind.
          isolate: false,
          // They wait for disks, processes and engines more than they work.
          maxWorkers: 5,
          include: ['{domain,projections,server,tools}/**/*.test.ts', 'web/src/**/*.test.ts'],
          expect: patience,
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          // What the product answers is the same on both engines: the main tests of the API once more.
          name: 'engines',
          include: process.env['MONGODB_URL'] === undefined ? [] : ['server/**/*.engines.test.ts'],
          env: { TEST_ENGINES: 'yes' },
          isolate: false,
          maxWorkers: 5,
          expect: patience,
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      ...browserProjects,
    ],
  },
});
