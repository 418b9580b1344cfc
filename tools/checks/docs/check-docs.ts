import { existsSync, globSync, readFileSync } from 'node:fs';
import { isDeepStrictEqual, parseEnv } from 'node:util';
import { loadConfig, variableNames } from '#server/platform/config/config.ts';
import { isProductFile, readTrackedSources } from '../source-files.ts';
import { findUnknownCommands } from './command-rules.ts';
import { findDeadLinks } from './link-rules.ts';
import { readPages } from './page.ts';
import { findDecisionProblems, findReadmeProblems, findUnusedTerms } from './page-rules.ts';
import { findSettingsProblems } from './settings-rules.ts';
import { findPrivateTexts } from './word-rules.ts';

const read = (path: string) => readFileSync(path, 'utf8');
const pages = readPages();
const example = read('.env.example');
// npm has checked the shape of package.json.
const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
const project = {
  scripts,
  exists: existsSync,
  readSources: (folder: string) => globSync(`${folder}/*.ts`).map(read).join('\n'),
};
const productSources = [...readTrackedSources('.')].filter(([path]) => isProductFile(path));

/** The values of .env.example are the defaults where nothing changes once they are set. */
function findWrongDefaults(): string[] {
  const values = parseEnv(example.replaceAll(/^#(?=[A-Z])/gm, ''));
  return Object.keys(values)
    .filter((name) => !isDeepStrictEqual(loadConfig({ [name]: values[name] }), loadConfig({})))
    .map((name) => `.env.example gives ${name} a value that is not its default`);
}

const problems = [
  ...findReadmeProblems(read('README.md')),
  ...findDeadLinks(pages, existsSync),
  ...findUnknownCommands(pages, project),
  ...findSettingsProblems({ page: read('docs/configuration.md'), example, variables: variableNames }),
  ...findWrongDefaults(),
  ...findDecisionProblems(
    pages.filter(({ path }) => /^docs\/adr\/\d/.test(path)),
    read('docs/adr/README.md'),
  ),
  ...findUnusedTerms(
    read('docs/glossary.md'),
    productSources.map(([path, text]) => `${path}\n${text}`),
  ),
  ...findPrivateTexts(pages),
];
for (const problem of problems) console.error(problem);
console.log(`${pages.length} pages checked, ${problems.length} problems`);
process.exitCode = problems.length > 0 ? 1 : 0;
