import { writeFileSync } from 'node:fs';
import { printText, runCliCommand } from '#server/cli/run-command.ts';
import { trainWeights } from '#domain/classification/training/training.ts';

await runCliCommand({
  invocation: 'npm run train --',
  description: 'Trains the classifier and writes its weights to domain/classification/training/weights.json.',
  options: {},
  run: writeWeights,
});

/** One feature on each line. */
async function writeWeights(): Promise<void> {
  const lines = Object.entries(trainWeights()).map(
    ([name, values]) => `${JSON.stringify(name)}:${JSON.stringify(values)}`,
  );
  writeFileSync(
    new URL('../../domain/classification/training/weights.json', import.meta.url),
    `{\n${lines.join(',\n')}\n}\n`,
  );
  await printText(`${lines.length} weights\n`);
}
