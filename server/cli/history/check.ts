import { readFileSync } from 'node:fs';
import { defineCommand } from '#server/lib/command-line/command.ts';
import { checkWitness } from '#server/lib/evidence/check-witness.ts';
import type { EvidenceCheck } from '#server/lib/evidence/evidence.ts';
import { runCheck } from '#server/lib/evidence/run-check.ts';
import { parseWitnessLines } from '#server/lib/evidence/witness-lines.ts';
import { printText } from '../run-command.ts';

/** Checks a file of evidence: what an installation or network would say is not asked. */
export const checkCommand = defineCommand({
  invocation: 'npm run history -- check',
  description: `Checks a file of evidence that was exported on History or for one user: its events, proofs, seals and signature.
It needs the file alone, as does check-evidence.mjs, the same checker as one file.`,
  positionals: [{ name: 'FILE' }],
  options: {
    'public-key': {
      type: 'string',
      value: 'KEY',
      description: 'the public key of the log that you keep elsewhere: a file, or the key in PEM or base64',
    },
    witness: {
      type: 'string',
      value: 'WITNESSFILE',
      description: 'the seals that a witness kept, one a line: the evidence must agree with them',
    },
  },
  notes: 'Exit code 0: sound; 1: not sound, with the places that differ; 2: could not be checked.',
  run: async ({ values, positionals: [file = ''] }) => {
    const { 'public-key': publicKey, witness } = values;
    const extend = (check: EvidenceCheck) =>
      witness === undefined ? check : checkWitness(check, parseWitnessLines(readFileSync(witness, 'utf8')));
    const { text, exitCode } = runCheck({ file, publicKey, extend });
    await printText(text);
    process.exitCode = exitCode;
  },
});
