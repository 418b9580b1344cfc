import { readFileSync } from 'node:fs';
import { variableNames } from '#server/platform/config/config.ts';
import { composeProblems, schemaProblems } from './compose-rules.ts';
import { dockerfileProblems } from './dockerfile-rules.ts';
import { settingsProblems } from './settings-rules.ts';

// There is no engine here that could run these files, so what can be told from their text is held to the rules.
const compose = ['docker-compose.yml', 'docker-compose.scale.yml'];
const read = (file: string) => readFileSync(file, 'utf8');

const problems = [
  ...compose.flatMap(schemaProblems),
  ...composeProblems(compose.map(read), variableNames),
  ...dockerfileProblems(read('Dockerfile')).map((problem) => `Dockerfile ${problem}`),
  ...settingsProblems(read('README.md'), variableNames),
];
for (const problem of problems) console.error(problem);
console.log(`${compose.length + 2} files of deployment analysed, ${problems.length} problems`);
process.exitCode = problems.length > 0 ? 1 : 0;
