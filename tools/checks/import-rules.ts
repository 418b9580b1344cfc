import { spawnSync } from 'node:child_process';

// dependency-cruiser succeeds when it finds nothing to analyse, so a broken set-up would look like clean code.
const folders = ['domain', 'projections', 'server', 'web'];

type Report = {
  modules: { source: string }[];
  summary: { violations: { rule: { name: string }; from: string; to: string }[] };
};

const run = spawnSync('depcruise', [...folders, '--output-type', 'json'], { encoding: 'utf8', maxBuffer: 1e9 });
if (run.error ?? !run.stdout) throw new Error(`dependency-cruiser said nothing. ${run.stderr}`, { cause: run.error });
const { modules, summary } = JSON.parse(run.stdout) as Report; // the shape of its JSON reporter
const problems = [
  ...folders
    .filter((folder) => !modules.some(({ source }) => source.startsWith(`${folder}/`)))
    .map((folder) => `no module of ${folder}/ was analysed`),
  ...summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} -> ${to}`),
];
for (const problem of problems) console.error(problem);
console.log(`${modules.length} modules analysed, ${problems.length} problems with imports`);
process.exitCode = problems.length > 0 ? 1 : 0;
