import { setTimeout } from 'node:timers/promises';
import type { BenchmarkGroup } from './catalogue.ts';
import { type BenchResult, createFailedResult } from './result.ts';
import type { Options } from './options.ts';
import {
  describeEngines,
  hasLog,
  hasViews,
  createEngineWorkspace,
  createFileWorkspace,
  type CreateWorkspace,
} from './workspace.ts';
import { createBench } from './setup.ts';

/** Where a group is measured; most bars apply to files, and none to stand-ins. */
type Run = { on: string; createWorkspace: CreateWorkspace; hasTarget: boolean };

/**
 * Measures groups one after the other. A group that fails is reported as one failed figure, and the next is measured.
 */
export async function measureAll(groups: Record<string, BenchmarkGroup>, options: Options): Promise<BenchResult[]> {
  const areNeeded = Object.values(groups).some(({ of }) => of === 'product' || of === 'view adapter');
  const figures: BenchResult[] = [];
  const engines = await (areNeeded ? describeEngines() : Promise.resolve(null)).catch((error: unknown) => {
    figures.push(createFailedResult('engines', toReason(error)));
    return null;
  });
  for (const [name, group] of Object.entries(groups)) {
    const need = findMissingEngine(group);
    // A group named on the command line must be reported as not measured.
    if (need !== null && options.groups !== null) figures.push(createFailedResult(name, `needs ${need}`));
    if (need !== null) continue;
    for (const run of listRuns(group, engines)) figures.push(...(await measureOn(name, group, run, options)));
  }
  return figures;
}

/** What a group needs and is missing; null where it can be measured. */
export function findMissingEngine({ of }: BenchmarkGroup): string | null {
  if (of === 'log adapter') return hasLog ? null : 'EVENTSTORE_URL';
  if (of === 'view adapter') return hasViews ? null : 'MONGODB_URL or FERRETDB';
  return null;
}

function listRuns(
  { of, isBarredOnEngines = false }: BenchmarkGroup,
  engines: Awaited<ReturnType<typeof describeEngines>>,
): Run[] {
  const once: Run = { on: '', createWorkspace: createFileWorkspace, hasTarget: true };
  if (of === 'part') return [once];
  if (of === 'log adapter') return [{ ...once, on: 'EventStoreDB' }];
  const onEngines = engines && {
    on: engines.label,
    createWorkspace: createEngineWorkspace,
    hasTarget: engines.areReal && isBarredOnEngines,
  };
  const onFiles = of === 'product' ? [{ ...once, on: 'files' }] : [];
  return [...onFiles, ...(onEngines ? [onEngines] : [])];
}

async function measureOn(
  name: string,
  group: BenchmarkGroup,
  run: Run,
  { sizes, minutes }: Options,
): Promise<BenchResult[]> {
  const { on, createWorkspace, hasTarget } = run;
  process.stderr.write(`measuring ${name} ${on && `(${on}) `}...\n`);
  const begun = performance.now();
  const { bench, end } = await createBench(createWorkspace);
  const size = group.size === null ? 0 : sizes[group.size];
  const figures = await runWithTimeout(group.measure(bench, size), minutes).catch((error: unknown) => [
    createFailedResult(name, toReason(error)),
  ]);
  const lines = await end();
  if (figures.some(({ value }) => value === null) && lines !== '') process.stderr.write(`${lines}\n`);
  process.stderr.write(`measured ${name} in ${Math.round((performance.now() - begun) / 1000)} s\n`);
  return figures.map((figure) => ({ ...figure, on, met: hasTarget || figure.value === null ? figure.met : null }));
}

/** Rejects where it takes longer: its resources are closed then. */
async function runWithTimeout<Result>(work: Promise<Result>, minutes: number): Promise<Result> {
  const inTime = new AbortController();
  const late = setTimeout(minutes * 60_000, null, { signal: inTime.signal }).then(() => {
    throw new Error(`took over ${minutes} minutes`);
  });
  late.catch(() => undefined);
  return Promise.race([work, late]).finally(() => inTime.abort());
}

function toReason(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
