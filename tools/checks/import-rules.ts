import { spawnSync } from 'node:child_process';
import { findFolderCycles } from './folder-cycles.ts';
import { isProductFile } from './source-files.ts';

const folders = ['domain', 'projections', 'server', 'web', 'e2e', 'tools'];

type Rule = { name: string; from: { path?: string } };
type Report = {
  modules: { source: string; dependencies: { resolved: string }[] }[];
  summary: { ruleSetUsed: { forbidden: Rule[] }; violations: { rule: Rule; from: string; to: string }[] };
};

const run = spawnSync('depcruise', [...folders, '--output-type', 'json'], { encoding: 'utf8', maxBuffer: 1e9 });
if (run.error ?? !run.stdout) throw new Error(`dependency-cruiser said nothing. ${run.stderr}`, { cause: run.error });
const { modules, summary } = JSON.parse(run.stdout) as Report; // the shape of its JSON reporter

/** dependency-cruiser succeeds when it finds nothing to analyze, so a broken setup would look like clean code. */
function findUnusedRules(): string[] {
  return summary.ruleSetUsed.forbidden
    .filter(({ from: { path } }) => path !== undefined && !modules.some(({ source }) => RegExp(path).test(source)))
    .map(({ name }) => `no module was analyzed that the rule ${name} is about`);
}

const arrows = modules
  .flatMap(({ source, dependencies }) => dependencies.map(({ resolved }) => ({ from: source, to: resolved })))
  .filter(({ from, to }) => isProductFile(from) && isProductFile(to));
const problems = [
  ...(arrows.length === 0 ? ['no import was found'] : []),
  ...findUnusedRules(),
  ...summary.violations.map(({ rule, from, to }) => `${rule.name}: ${from} -> ${to}`),
  ...findFolderCycles(arrows),
];
for (const problem of problems) console.error(problem);
console.log(`${modules.length} modules analyzed, ${problems.length} problems with imports`);
process.exitCode = problems.length > 0 ? 1 : 0;
