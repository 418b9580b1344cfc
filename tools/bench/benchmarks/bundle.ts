import { gzipSync } from 'node:zlib';
import { openBrowser } from '../../../e2e/browser.ts';
import { type BenchResult, createResult } from '../result.ts';
import type { Bench } from '../setup.ts';

/** Gzipped size of all scripts that a browser loads for /auth. */
export async function measureBundle(bench: Bench): Promise<BenchResult[]> {
  const product = await bench.startProduct(await bench.folder());
  const browser = await openBrowser();
  const page = await browser.newPage();
  const bodies: Promise<Buffer>[] = [];
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script') bodies.push(response.body());
  });
  await page.goto(`${product.url}/auth`, { waitUntil: 'networkidle' });
  const scripts = await Promise.all(bodies);
  await browser.close();
  const kilobytes = scripts.reduce((sum, body) => sum + gzipSync(body).length, 0) / 1000;
  return [
    createResult({
      name: '/auth, scripts gzipped',
      value: kilobytes,
      unit: 'kB',
      better: 'lower',
      limit: 120,
      detail: { scripts: scripts.length },
    }),
  ];
}
