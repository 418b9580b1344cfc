import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Correction, correction, type WeightFile, weightFileFormat } from '#domain/correction/contract.ts';
import { measureCorrections, toTrainingRows, trainWeights } from '#domain/classification/training/training.ts';
import { WrongArguments } from '#server/lib/command-line/command.ts';
import { StartupError } from '#server/lib/errors.ts';
import { wrapFsError } from '#server/lib/file-errors.ts';
import { printText, runCliCommand } from '#server/cli/run-command.ts';
import { readJsonLines } from './rows.ts';

await runCliCommand({
  invocation: 'npm run train --',
  description:
    'Trains the classifier and writes its weights to domain/classification/training/weights.json, or with corrections to a weight file for WEIGHTS_FILE.',
  options: {
    corrections: { type: 'string', value: 'FILE', description: 'fit in the corrections of this file' },
    out: {
      type: 'string',
      value: 'FILE',
      description: 'the weight file; without it, weights-corrected.json next to the corrections',
    },
  },
  run: async ({ values: { corrections: file, out } }) => {
    if (file === undefined && out !== undefined) throw new WrongArguments('--out needs --corrections');
    if (file === undefined) await writeBuiltInWeights();
    else await writeWeightFile(file, out ?? join(dirname(file), 'weights-corrected.json'));
  },
});

/** One feature on each line. */
async function writeBuiltInWeights(): Promise<void> {
  const lines = Object.entries(trainWeights()).map(
    ([name, values]) => `${JSON.stringify(name)}:${JSON.stringify(values)}`,
  );
  writeFileSync(
    new URL('../../domain/classification/training/weights.json', import.meta.url),
    `{\n${lines.join(',\n')}\n}\n`,
  );
  await printText(`${lines.length} weights\n`);
}

async function writeWeightFile(file: string, out: string): Promise<void> {
  const corrections: Correction[] = [];
  for await (const row of readJsonLines(file, { schema: correction, what: 'correction' })) corrections.push(row);
  const rows = toTrainingRows(corrections);
  if (rows.length === 0) throw new StartupError(`${file} has no corrections that can be fitted in`);
  const heldOut = measureCorrections(rows);
  const content: WeightFile = { format: weightFileFormat, heldOut, weights: trainWeights(rows) };
  wrapFsError(out, () => writeFileSync(out, JSON.stringify(content)));
  const { texts, before, after } = heldOut;
  await printText(
    `${rows.length} of ${corrections.length} corrections fitted in\n` +
      `Accuracy on ${texts} held-out texts: ${before.toFixed(3)} before, ${after.toFixed(3)} after\n` +
      `${out} written: ${after < before ? 'no server uses it, as it is less accurate' : 'set WEIGHTS_FILE to it'}\n`,
  );
}
