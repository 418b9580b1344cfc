import { findEventDocsProblem } from './event-docs.ts';

const problem = findEventDocsProblem();
console.log(problem ?? 'docs/events.md is up to date');
process.exitCode = problem === null ? 0 : 1;
