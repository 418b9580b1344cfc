import { evidenceNorm } from '../model.ts';
import { outcomes } from '#domain/correction/contract.ts';
import { hashText } from '#domain/deduplication/fingerprint.ts';

/** `key`: the text; then its features with their values, and its class. */
export type Example = { key: string; features: ReadonlyMap<string, number>; outcome: number };
type FitOptions = { epochs: number; decay: number; rate: number; minTexts: number };
export const fitOptions: FitOptions = { epochs: 20, decay: 4e-4, rate: 0.05, minTexts: 5 };

/** In an order that depends on each row alone, so that further rows hardly change the weights. */
function shuffle(rows: readonly Row[], epoch: number): Row[] {
  return rows
    .map((row) => ({ row, at: hashText(`${epoch} ${row.key}`) }))
    .sort((a, b) => a.at - b.at)
    .map(({ row }) => row);
}

/** The features that occur in at least `minTexts` examples, numbered. */
function numberFeatures(examples: readonly Example[], minTexts: number): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { features } of examples)
    for (const name of features.keys()) counts.set(name, (counts.get(name) ?? 0) + 1);
  const names = [...counts].filter(([, count]) => count >= minTexts).map(([name]) => name);
  return new Map(names.sort().map((name, index) => [name, index]));
}

type Row = { key: string; ids: number[]; values: number[]; outcome: number };

function toRow({ key, features, outcome }: Example, ids: ReadonlyMap<string, number>): Row {
  const numbered = [...features].filter(([name]) => ids.has(name));
  const norm = Math.sqrt(numbered.reduce((sum, [, value]) => sum + value * value, 0)) || 1;
  return {
    key,
    ids: numbered.map(([name]) => ids.get(name) ?? 0),
    values: numbered.map(([, value]) => (value * evidenceNorm) / norm),
    outcome,
  };
}

/** The weights of a softmax regression by feature, one for each outcome: AdaGrad with weight decay, deterministic. */
export function fitWeights(examples: readonly Example[], options: FitOptions = fitOptions): Map<string, number[]> {
  const ids = numberFeatures(examples, options.minTexts);
  const rows = examples.map((example) => toRow(example, ids));
  const size = outcomes.length;
  const weights = new Float64Array(ids.size * size);
  const squares = new Float64Array(ids.size * size).fill(1e-6);
  for (let epoch = 0; epoch < options.epochs; epoch++)
    for (const row of shuffle(rows, epoch)) descend(row, { weights, squares, size, options });
  return new Map([...ids].map(([name, id]) => [name, [...weights.slice(id * size, (id + 1) * size)]]));
}

const minError = 1e-4;
type Fit = { weights: Float64Array; squares: Float64Array; size: number; options: FitOptions };

function descend(row: Row, fit: Fit): void {
  const { weights, size } = fit;
  const shares = computeShares(row, weights, size);
  for (const [outcome, share] of shares.entries()) {
    const error = share - (outcome === row.outcome ? 1 : 0);
    if (Math.abs(error) > minError) adjust(row, fit, { outcome, error });
  }
}

function adjust(
  { ids, values }: Row,
  { weights, squares, size, options }: Fit,
  { outcome, error }: { outcome: number; error: number },
): void {
  for (const [index, id] of ids.entries()) {
    const at = id * size + outcome;
    const weight = weights[at] ?? 0;
    const slope = error * (values[index] ?? 0) + options.decay * weight;
    const square = (squares[at] ?? 0) + slope * slope;
    squares[at] = square;
    weights[at] = weight - (options.rate * slope) / Math.sqrt(square);
  }
}

function computeShares({ ids, values }: Pick<Row, 'ids' | 'values'>, weights: Float64Array, size: number): number[] {
  const totals = Array.from({ length: size }, (_, k) =>
    ids.reduce((sum, id, index) => sum + (weights[id * size + k] ?? 0) * (values[index] ?? 0), 0),
  );
  const most = Math.max(...totals);
  const powers = totals.map((total) => Math.exp(total - most));
  const sum = powers.reduce((a, b) => a + b, 0);
  return powers.map((power) => power / sum);
}
