import { writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import type { Figure } from './figure.ts';
import { bundle } from './figures/bundle.ts';
import { commands } from './figures/commands.ts';
import { crowdAlerted } from './figures/crowd.ts';
import { history } from './figures/history.ts';
import { identity } from './figures/identity.ts';
import { imports } from './figures/imports.ts';
import { judge } from './figures/judge.ts';
import { logAdapter } from './figures/log-adapter.ts';
import { match } from './figures/match.ts';
import { memory } from './figures/memory.ts';
import { past } from './figures/past.ts';
import { reads } from './figures/reads.ts';
import { rebuildRate } from './figures/rebuild.ts';
import { shown } from './figures/shown.ts';
import { startup } from './figures/startup.ts';
import { viewAdapter } from './figures/view-adapter.ts';
import { enginesHere, inEngines, inFiles, type NewPlace } from './place.ts';

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    events: { type: 'string', default: '200000' },
    members: { type: 'string', default: '100000' },
    users: { type: 'string', default: '100000' },
    connected: { type: 'string', default: '200' },
    listings: { type: 'string', default: '100000' },
  },
});

/** Figures of the product, by where its data are. */
const ofProduct: Record<string, (newPlace: NewPlace) => Promise<Figure[]>> = {
  startup,
  commands,
  reads,
  imports,
  rebuild: (newPlace) => rebuildRate(Number(values.events), newPlace),
  history: (newPlace) => history(Number(values.events), newPlace),
  shown: (newPlace) => shown(Number(values.connected), newPlace),
};
const ofParts: Record<string, () => Promise<Figure[]>> = {
  bundle,
  match: () => match(Number(values.members)),
  crowd: () => crowdAlerted(Number(values.connected)),
  judge,
  memory: () => memory(Number(values.users)),
  past: () => past(Number(values.events)),
  identity: () => identity(Number(values.listings)),
};
const ofAdapters: Record<string, () => Promise<Figure[]>> = { log: logAdapter, views: viewAdapter };

const figures: Figure[] = [];
const measured = async (name: string, on: string, measure: () => Promise<Figure[]>, isBarred = true) => {
  if (values.only && !values.only.split(',').includes(name)) return;
  process.stderr.write(`measuring ${name} ${on && `(${on}) `}...\n`);
  const begun = performance.now();
  const found = await measure();
  process.stderr.write(`measured ${name} in ${Math.round((performance.now() - begun) / 1000)} s\n`);
  figures.push(...found.map((figure) => ({ ...figure, on, met: isBarred ? figure.met : null })));
};
const engines = await enginesHere();
for (const [name, measure] of Object.entries(ofProduct)) {
  await measured(name, 'files', () => measure(inFiles));
  if (engines !== null) await measured(name, engines.label, () => measure(inEngines), engines.areReal);
}
for (const [name, measure] of Object.entries(ofParts)) await measured(name, '', measure);
if (engines !== null)
  for (const [name, measure] of Object.entries(ofAdapters)) await measured(name, engines.label, measure);

const report = {
  at: new Date().toISOString(),
  node: process.version,
  cpus: cpus().length,
  figures,
};
await writeFile('tools/bench/results.json', `${JSON.stringify(report, null, 2)}\n`);
console.log(JSON.stringify(report));
console.table(
  figures.map(({ name, on, value, unit, bar, met }) => ({
    figure: name,
    on,
    measured: `${value} ${unit}`.trim(),
    bar,
    met: met === null ? '' : met ? 'yes' : 'NO',
  })),
);
