import { existsSync, readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { type Aliases, buildImportGraph } from './import-graph.ts';
import { findPrivateNames } from './name-rules.ts';
import { isProductFile, parseSource, readTrackedSources } from './source-files.ts';
import { findStrayStreamNames } from './stream-name-rules.ts';
import { judgeStructure } from './structure-rules.ts';
import { findPrivateTexts } from './texts/text-rules.ts';

const { values } = parseArgs({ options: { 'min-files': { type: 'string', default: '300' } } });

function readAliases(): Aliases {
  if (!existsSync('package.json')) return {};
  // npm has checked the shape of package.json.
  const { imports = {} } = JSON.parse(readFileSync('package.json', 'utf8')) as { imports?: Aliases };
  return imports;
}

const sources = readTrackedSources('.');
const graph = buildImportGraph(sources, readAliases());
const { problems: faults, figures } = judgeStructure(graph, Number(values['min-files']));
const others = [...sources].filter(([path]) => !isProductFile(path)).map(([path, text]) => parseSource(path, text));
const all = [...graph.files, ...others];
const problems = [...faults, ...findStrayStreamNames(graph.files), ...findPrivateNames(all), ...findPrivateTexts(all)];
for (const problem of problems) console.error(problem);
console.log(`Structure: ${figures}`);
process.exitCode = problems.length > 0 ? 1 : 0;
