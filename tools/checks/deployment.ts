import { readFileSync } from 'node:fs';
import { variableNames } from '#server/platform/config/config.ts';
import { findComposeProblems, findSchemaProblems } from './compose-rules.ts';
import { findDockerfileProblems } from './dockerfile-rules.ts';

// No engine is available here that could run these files, so their text is checked against the rules.
const compose = ['docker-compose.yml', 'docker-compose.scale.yml'];
const read = (file: string) => readFileSync(file, 'utf8');

const problems = [
  ...compose.flatMap(findSchemaProblems),
  ...findComposeProblems(compose.map(read), variableNames),
  ...findDockerfileProblems(read('Dockerfile')).map((problem) => `Dockerfile ${problem}`),
];
for (const problem of problems) console.error(problem);
console.log(`${compose.length + 2} files of deployment analysed, ${problems.length} problems`);
process.exitCode = problems.length > 0 ? 1 : 0;
