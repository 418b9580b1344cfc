import { existsSync, readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { type Aliases, buildImportGraph } from './import-graph.ts';
import { readTrackedSources } from './source-files.ts';
import { judgeStructure } from './structure-rules.ts';

const { values } = parseArgs({ options: { 'min-files': { type: 'string', default: '300' } } });

function readAliases(): Aliases {
  if (!existsSync('package.json')) return {};
  // The shape of package.json, which npm has read.
  const { imports = {} } = JSON.parse(readFileSync('package.json', 'utf8')) as { imports?: Aliases };
  return imports;
}

const graph = buildImportGraph(readTrackedSources('.'), readAliases());
const { problems, figures } = judgeStructure(graph, Number(values['min-files']));
for (const problem of problems) console.error(problem);
console.log(`Structure: ${figures}`);
process.exitCode = problems.length > 0 ? 1 : 0;
