import { writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { defineCommand } from '#server/lib/command-line/command.ts';
import { runCommand } from '#server/lib/command-line/run-command.ts';
import { compareCheckouts } from './comparison/compare-checkouts.ts';
import { type BenchmarkGroup, catalogue } from './catalogue.ts';
import { isWorse } from './comparison/comparison.ts';
import { hasFailed } from './result.ts';
import { measureAll, findMissingEngine } from './measure.ts';
import { benchOptions, type Options, toBenchOptions } from './options.ts';
import { printComparison, printFigures, printRatios } from './table.ts';
import { listUnmeasured } from './unmeasured.ts';

const about = { at: new Date().toISOString(), node: process.version, cpus: cpus().length };

/** Resolves with the exit code. */
async function measure(options: Options): Promise<number> {
  const { groups: only, all } = options;
  const groups = Object.entries(catalogue).filter(([name]) => only === null || only.includes(name));
  const measured = await measureAll(Object.fromEntries(groups), options);
  const figures = [...measured, ...(all ? listUnmeasured() : [])];
  const report = { ...about, figures };
  await writeFile('tools/bench/results.json', `${JSON.stringify(report, null, 2)}\n`);
  console.log(JSON.stringify(report));
  printFigures(figures);
  return figures.some(hasFailed) ? 1 : 0;
}

/** Resolves with the exit code. */
async function compare(folder: string, options: Options): Promise<number> {
  const { groups: only, all, short, rounds } = options;
  const isMeasured = ({ isCompared, isShort = false }: BenchmarkGroup) => (short ? isShort : all || isCompared);
  const groups = Object.entries(catalogue).filter(([name, group]) =>
    only === null ? isMeasured(group) && findMissingEngine(group) === null : only.includes(name),
  );
  const figures = await compareCheckouts(folder, Object.fromEntries(groups), options);
  console.log(JSON.stringify({ ...about, against: folder, rounds, figures }));
  if (short) printRatios(figures);
  else printComparison(figures);
  return !short && figures.some(isWorse) ? 1 : 0;
}

await runCommand(
  defineCommand({
    invocation: 'npm run bench --',
    description: `Measures the built product, prints JSON and a table, and writes tools/bench/results.json.
tools/bench/README.md describes the figures.`,
    options: benchOptions,
    run: async ({ values }) => {
      const options = toBenchOptions(values, Object.keys(catalogue));
      process.exitCode = await (options.baseline === null ? measure(options) : compare(options.baseline, options));
    },
  }),
);
// A benchmark that timed out may still have pending work.
process.exit();
