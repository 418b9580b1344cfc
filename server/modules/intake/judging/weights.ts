import { createWeightTable, type Weights, type WeightTable } from '#domain/classification/model.ts';
import { type WeightFile, weightFile, weightFileFormat, type WeightsInUse } from '#domain/correction/contract.ts';
import { StartupError } from '#server/lib/errors.ts';
import { readSettingFile } from '#server/lib/file-errors.ts';

/** `values` and `table` are the same weights, for a thread and for this one; absent: the built-in ones. */
export type LoadedWeights = WeightsInUse & { values: Weights | null; table: WeightTable | undefined };

/** The weights of a file, where they are at least as good as the built-in ones. Throws StartupError. */
export function loadWeights(path: string | null): LoadedWeights {
  const file = path === null ? null : readWeightFile(path);
  const heldOut = file?.heldOut ?? null;
  if (file === null || file.heldOut.after < file.heldOut.before)
    return { used: 'built-in', heldOut, values: null, table: undefined };
  return { used: 'file', heldOut, values: file.weights, table: createWeightTable(file.weights) };
}

function readWeightFile(path: string): WeightFile {
  const text = readSettingFile('WEIGHTS_FILE', path);
  try {
    return weightFile.parse(JSON.parse(text));
  } catch (cause) {
    throw new StartupError(`WEIGHTS_FILE ${path} is no weight file of the format ${weightFileFormat}`, { cause });
  }
}
