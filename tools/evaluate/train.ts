import { writeFileSync } from 'node:fs';
import { printText } from '#server/cli/run-command.ts';
import { trainWeights } from './training.ts';

// Writes the weights of the classifier, one feature on each line.
const lines = Object.entries(trainWeights()).map(
  ([name, values]) => `${JSON.stringify(name)}:${JSON.stringify(values)}`,
);
writeFileSync(new URL('../../domain/classification/weights.json', import.meta.url), `{\n${lines.join(',\n')}\n}\n`);
await printText(`${lines.length} weights\n`);
