// Checks a file of evidence of Off-Market Scout, see its docs/evidence.md. It needs Node.js 20.12 or later:
//   node check-evidence.mjs FILE [--public-key KEY]
// Exit code 0: sound; 1: not sound, with the places that differ; 2: could not be checked; 64: wrong arguments.

import { realpathSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { runCheck } from './run-check.ts';

export { checkEvidence } from './check-evidence.ts';

const script = process.argv[1];
if (script !== undefined && realpathSync(script) === fileURLToPath(import.meta.url)) main();

function main(): void {
  try {
    const options = { 'public-key': { type: 'string' } } as const;
    const { values, positionals } = parseArgs({ options, allowPositionals: true });
    const [file, ...others] = positionals;
    if (file === undefined || others.length > 0) throw new Error('Give one file: node check-evidence.mjs FILE');
    const { text, exitCode } = runCheck({ file, publicKey: values['public-key'] });
    process.stdout.write(text);
    process.exitCode = exitCode;
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 64;
  }
}
