import { writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import type { Figure } from './figure.ts';
import { bundle } from './figures/bundle.ts';
import { commands } from './figures/commands.ts';
import { imports } from './figures/imports.ts';
import { match } from './figures/match.ts';
import { reads } from './figures/reads.ts';
import { rebuildRate } from './figures/rebuild.ts';
import { shown } from './figures/shown.ts';
import { startup } from './figures/startup.ts';

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    events: { type: 'string', default: '200000' },
    members: { type: 'string', default: '100000' },
    connected: { type: 'string', default: '200' },
  },
});

const all: Record<string, () => Promise<Figure[]>> = {
  startup,
  bundle,
  commands,
  reads,
  imports,
  rebuild: () => rebuildRate(Number(values.events)),
  match: () => match(Number(values.members)),
  shown: () => shown(Number(values.connected)),
};

const figures: Figure[] = [];
for (const [name, measure] of Object.entries(all)) {
  if (values.only && !values.only.split(',').includes(name)) continue;
  process.stderr.write(`measuring ${name} ...\n`);
  figures.push(...(await measure()));
}

const report = {
  at: new Date().toISOString(),
  node: process.version,
  cpus: cpus().length,
  figures,
};
await writeFile('bench/results.json', `${JSON.stringify(report, null, 2)}\n`);
console.log(JSON.stringify(report));
console.table(
  figures.map(({ name, value, unit, bar, met }) => ({
    figure: name,
    measured: `${value} ${unit}`.trim(),
    bar,
    met: met === null ? '' : met ? 'yes' : 'NO',
  })),
);
