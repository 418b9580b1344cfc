import { removeFolder, startProduct, temporaryFolder } from '../../../e2e/product.ts';
import { type Figure, percentile, rounded } from '../figure.ts';
import type { NewPlace } from '../place.ts';

/** From the start of the process to its line, in an empty folder: median of five. */
export async function startup(newPlace: NewPlace): Promise<Figure[]> {
  const seconds: number[] = [];
  for (let run = 0; run < 5; run += 1) {
    const dataDir = await temporaryFolder();
    const place = await newPlace();
    const begun = performance.now();
    const product = await startProduct(dataDir, place.env);
    seconds.push((performance.now() - begun) / 1000);
    await product.stop();
    await Promise.all([removeFolder(dataDir), place.end()]);
  }
  const median = percentile(seconds, 0.5);
  return [
    {
      name: 'first start to listening, empty folder',
      value: rounded(median),
      unit: 's',
      bar: 'at most 1.5 s',
      met: median <= 1.5,
      detail: { slowest: rounded(Math.max(...seconds)) },
    },
  ];
}
