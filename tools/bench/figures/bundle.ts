import { gzipSync } from 'node:zlib';
import { openBrowser } from '../../../e2e/browser.ts';
import { removeFolder, startProduct, temporaryFolder } from '../../../e2e/product.ts';
import { type Figure, rounded } from '../figure.ts';

/** Gzipped size of all scripts that a browser loads for /auth. */
export async function bundle(): Promise<Figure[]> {
  const dataDir = await temporaryFolder();
  const product = await startProduct(dataDir);
  const browser = await openBrowser();
  const page = await browser.newPage();
  const bodies: Promise<Buffer>[] = [];
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script') bodies.push(response.body());
  });
  await page.goto(`${product.url}/auth`, { waitUntil: 'networkidle' });
  const scripts = await Promise.all(bodies);
  await browser.close();
  await product.stop();
  await removeFolder(dataDir);
  const kilobytes = scripts.reduce((sum, body) => sum + gzipSync(body).length, 0) / 1000;
  return [
    {
      name: '/auth, scripts gzipped',
      value: rounded(kilobytes),
      unit: 'kB',
      bar: 'at most 150 kB',
      met: kilobytes <= 150,
      detail: { scripts: scripts.length },
    },
  ];
}
