import type { Bench } from '../setup.ts';
import { type Figure, figure, percentile, rounded } from '../figure.ts';

/** From the start of the process to its line, in an empty folder: median of five. */
export async function startup(bench: Bench): Promise<Figure[]> {
  const seconds: number[] = [];
  for (let run = 0; run < 5; run += 1) {
    const dataDir = await bench.folder();
    const place = await bench.newPlace();
    const begun = performance.now();
    const product = await bench.startProduct(dataDir, place.env);
    seconds.push((performance.now() - begun) / 1000);
    await product.stop();
    await place.end();
  }
  return [
    figure({
      name: 'first start to listening, empty folder',
      value: percentile(seconds, 0.5),
      unit: 's',
      better: 'lower',
      limit: 0.6,
      detail: { slowest: rounded(Math.max(...seconds)) },
    }),
  ];
}
