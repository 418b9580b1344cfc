import type { Bench } from '../setup.ts';
import { type BenchResult, createResult, percentile, roundDigits } from '../result.ts';

/** From the start of the process to its first line, in an empty folder: median of five. */
export async function measureStartup(bench: Bench): Promise<BenchResult[]> {
  const seconds: number[] = [];
  for (let run = 0; run < 5; run += 1) {
    const dataDir = await bench.folder();
    const workspace = await bench.createWorkspace();
    const begun = performance.now();
    const product = await bench.startProduct(dataDir, workspace.env);
    seconds.push((performance.now() - begun) / 1000);
    await product.stop();
    await workspace.end();
  }
  return [
    createResult({
      name: 'first start to listening, empty folder',
      value: percentile(seconds, 0.5),
      unit: 's',
      better: 'lower',
      limit: 0.6,
      detail: { slowest: roundDigits(Math.max(...seconds)) },
    }),
  ];
}
