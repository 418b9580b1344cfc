import { defineConfig } from 'vitest/config';

// Further browser tests take minutes: only `npm run e2e` runs them, `npm test` does not.
const furtherPages = ['e2e/**/*.pages.test.ts'];
// Kills, shutdowns and large amounts take minutes too: only `npm run load` runs them.
const load = ['{domain,server,tools,e2e}/**/*.load.test.ts'];

// Tests wait for facts, however busy the machine is; the benchmarks measure how soon they are there.
const patience = {
  expect: { poll: { timeout: 120_000, interval: 25 } },
  testTimeout: 240_000,
  hookTimeout: 240_000,
};

/** Tests that need the whole machine run after all others. */
function onWholeMachine(name: string, files: { include: string[]; exclude?: string[] }) {
  return {
    test: {
      name,
      ...files,
      ...patience,
      maxWorkers: 2,
      sequence: { groupOrder: 1 },
    },
  };
}

/** The story of each role, which `npm test` runs too, and the longer looks at every page. */
export const browserProjects = [
  onWholeMachine('e2e', { include: ['e2e/**/*.test.ts'], exclude: [...furtherPages, ...load] }),
  onWholeMachine('pages', { include: furtherPages }),
];

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          // Loading the product again for each file would take longer than most files; no file leaves state behind.
          isolate: false,
          // Most tests wait for disks, processes and engines, so more of them run than there are cores.
          maxWorkers: 5,
          include: ['{domain,projections,server,tools}/**/*.test.ts', 'web/src/**/*.test.ts'],
          exclude: load,
          ...patience,
        },
      },
      {
        test: {
          // Runs the main tests of the API again, because both engines must give the same answers.
          name: 'engines',
          include: process.env['MONGODB_URL'] === undefined ? [] : ['server/**/*.engines.test.ts'],
          env: { TEST_ENGINES: 'yes' },
          isolate: false,
          maxWorkers: 5,
          ...patience,
        },
      },
      ...browserProjects,
      onWholeMachine('load', { include: load }),
    ],
  },
});
