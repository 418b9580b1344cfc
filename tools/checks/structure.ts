import { parseArgs } from 'node:util';
import { findPrivateNames } from './name-rules.ts';
import { isProductFile, parseSource, readTrackedSources } from './source-files.ts';
import { findStrayStreamNames } from './stream-name-rules.ts';
import { judgeStructure } from './structure-rules.ts';
import { findPrivateTexts } from './texts/text-rules.ts';

const { values } = parseArgs({ options: { 'min-files': { type: 'string', default: '300' } } });

const all = [...readTrackedSources('.')].map(([path, text]) => parseSource(path, text));
const product = all.filter(({ path }) => isProductFile(path));
const { problems: faults, figures } = judgeStructure(product, Number(values['min-files']));
const problems = [...faults, ...findStrayStreamNames(product), ...findPrivateNames(all), ...findPrivateTexts(all)];
for (const problem of problems) console.error(problem);
console.log(`Structure: ${figures}`);
process.exitCode = problems.length > 0 ? 1 : 0;
