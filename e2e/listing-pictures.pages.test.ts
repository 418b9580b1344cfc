import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startPictureSite } from '#server/modules/pictures/testing/picture-site.ts';
import { createPng } from '#server/modules/pictures/testing/sample-pictures.ts';
import { collectPageErrors, expectAccessible } from './accessibility.ts';
import { type TestApp, startTestApp, registerMember } from './test-app.ts';

const columns = 'Id,Title,Price,Zip,Picture';
const mapping = {
  title: '{Title}',
  link: 'https://c.example.com/{Id}',
  price: '{Price}',
  zipCode: '{Zip}',
  imageUrl: '{Picture}',
};

let folder: string;
let site: Awaited<ReturnType<typeof startPictureSite>>;
let app: TestApp;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pictures-'));
  site = await startPictureSite();
  site.files.set('/house.png', createPng(800, 600));
  const feed = { id: 'county', basis: 'public record', kind: 'csv', file: 'list.csv', allowPrivate: true };
  await writeFile(join(folder, 'feeds.json'), JSON.stringify([{ ...feed, everySeconds: 1, mapping }]));
  await writeFile(join(folder, 'list.csv'), columns);
  app = await startTestApp({ FEEDS: join(folder, 'feeds.json') });
});
afterAll(async () => {
  await app.close();
  site.close();
  await rm(folder, { recursive: true });
});

const watchShifts = (page: Page) =>
  page.evaluate(() => {
    const shifts: unknown[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shifts.push(entry);
    }).observe({ type: 'layout-shift' });
  });
const countShifts = (page: Page) => page.evaluate(() => (window as Window & { shifts?: unknown[] }).shifts?.length);

describe('The picture of a listing on the page', () => {
  it('The picture of a listing on the page follows its alert live, in the place of the drawing', async () => {
    const ann = await registerMember(app, 'ann@example.com', { zipCode: '48204', maxPrice: 90_000 });
    const page = await app.open(ann, '/');
    const foreign: string[] = [];
    page.on('request', (request) => {
      if (!/^(data:|blob:)/.test(request.url()) && !request.url().startsWith(app.product.url))
        foreign.push(request.url());
    });
    const faults = collectPageErrors(page);
    const held = Promise.withResolvers<undefined>();
    await page.route('**/api/pictures/**', async (route) => {
      await held.promise;
      await route.continue();
    });
    const row = `1,Brick bungalow at 12 Elm Street,$20k,48204,${site.url}/house.png`;
    await writeFile(join(folder, 'list.csv'), [columns, row].join('\n'));
    const article = page.getByRole('article').filter({ hasText: '12 Elm Street' });
    await article.waitFor();
    const picture = article.locator('img[src^="/api/pictures/"]');
    await picture.waitFor({ state: 'attached' });
    await watchShifts(page);
    held.resolve(undefined);
    await expect.poll(() => picture.evaluate((one: HTMLImageElement) => one.naturalWidth)).toBe(480);
    expect(await countShifts(page)).toBe(0);
    expect(foreign).toEqual([]);
    await expectAccessible(page, faults);

    await page.getByRole('article').filter({ hasText: '12 Elm Street' }).waitFor();
    await page.goto(`${app.product.url}/listings`);
    await page.getByRole('link', { name: /12 Elm Street/ }).click();
    const large = page.getByRole('img', { name: 'The property' });
    await expect.poll(() => large.evaluate((one: HTMLImageElement) => one.naturalWidth)).toBe(800);
    expect(foreign).toEqual([]);
    await expectAccessible(page, faults);
  });
});
