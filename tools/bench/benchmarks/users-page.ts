import type { Page } from 'playwright-core';
import { openBrowser } from '../../../e2e/browser.ts';
import { createFolder, fillFolder } from '../data/fill-folder.ts';
import { eventsPerPerson, generateLog } from '../data/generate-log.ts';
import { waitUntilIdle } from '../process.ts';
import { type BenchResult, createResult, percentile, roundDigits } from '../result.ts';
import type { Bench } from '../setup.ts';

const admin = { email: 'root@example.com', password: 'correct horse' };
const scrollMs = 2000;

/** In the browser with this number of users: the table's first row, and rows after a search, a sort and a facet. */
export async function measureUsersPage(people: number, bench: Bench): Promise<BenchResult[]> {
  const dataDir = await createFolder(bench);
  await fillFolder(dataDir, ({ events }) => generateLog(events, people * eventsPerPerson));
  const product = await bench.startProduct(dataDir, { ADMIN_EMAIL: admin.email, ADMIN_PASSWORD: admin.password });
  await waitUntilIdle(product);
  const browser = await openBrowser();
  try {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    await context.request.post(`${product.url}/api/login`, { data: admin });
    const page = await context.newPage();
    const steps = await measureSteps(page, `${product.url}/admin`);
    const frames = await measureFrames(page);
    return [
      createResult({
        name: `users table with ${people.toLocaleString('en-US')} users: slowest of first row, search, sort and facet`,
        value: Math.max(...Object.values(steps)),
        unit: 'ms',
        better: 'lower',
        limit: 500,
        detail: { ...steps, framesPerSecond: roundDigits(frames) },
      }),
    ];
  } finally {
    await browser.close();
  }
}

/** In ms, from the input to the rows that answer it; a search waits for a pause in typing. */
async function measureSteps(page: Page, url: string) {
  const measure = async (act: () => Promise<unknown>) => {
    const begun = performance.now();
    const answered = page.waitForResponse(/\/api\/admin\/users\?/);
    await act();
    await (await answered).finished();
    await page.getByRole('table').getByRole('cell').getByRole('link').first().waitFor();
    await page.evaluate(() => new Promise((shown) => requestAnimationFrame(() => requestAnimationFrame(shown))));
    return Math.round(performance.now() - begun);
  };
  const search = page.getByRole('searchbox', { name: 'Search by email or ZIP' });
  await page.goto(url);
  return {
    firstRow: await measure(() => page.reload({ waitUntil: 'commit' })),
    sort: await measure(() => page.getByRole('button', { name: 'ZIP Code', exact: true }).click()),
    facet: await measure(() => page.getByLabel('ZIP', { exact: true }).selectOption('Michigan')),
    search: await measure(() => search.fill('member99')),
  };
}

/** Frames per second while the table scrolls. */
async function measureFrames(page: Page): Promise<number> {
  const gaps = await page.evaluate(async (ms) => {
    const table = document.querySelector('table')?.parentElement;
    const times: number[] = [];
    const until = performance.now() + ms;
    while (performance.now() < until) {
      table?.scrollBy(0, 40);
      times.push(await new Promise(requestAnimationFrame));
    }
    return times.slice(1).map((time, n) => time - (times[n] ?? 0));
  }, scrollMs);
  return 1000 / percentile(gaps, 0.5);
}
