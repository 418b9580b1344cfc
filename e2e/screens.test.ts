import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { openBrowser, patience } from './browser.ts';
import { person } from './client.ts';
import { type Product, removeFolder, startProduct, temporaryFolder } from './product.ts';
import { deliver, secret } from '#server/testing/webhook.ts';
import { expectSound, faultsOf, looks } from './sound.ts';

const admin = { email: 'root@example.com', password: 'correct horse' };
describe.each(looks)('every screen at $width px, $colorScheme', ({ colorScheme, width }) => {
  let dataDir: string;
  let product: Product;
  let browser: Browser;
  let context: BrowserContext;
  let page: Page;
  let faults: string[];

  beforeAll(async () => {
    dataDir = await temporaryFolder();
    const env = { ADMIN_EMAIL: admin.email, ADMIN_PASSWORD: admin.password, INTAKE_SECRET: secret };
    [product, browser] = await Promise.all([startProduct(dataDir, env), openBrowser()]);
    const root = await person(() => product.url, '/api/login', admin.email, admin.password);
    await root.send('PATCH', '/api/profile', { zipCode: '48201' });
    await root.send('PATCH', `/api/admin/users/${root.id}/membership`, { status: 'active' });
    await deliver(product.url, secret, 'd-1', {
      source: 'screens',
      listings: [
        {
          title: 'Inherited house with an unusually long title that has to wrap on a phone, sold as-is by the heirs',
          price: 45_000,
          details: `${'Averyveryverylongwordwithoutanyblank'.repeat(4)} ${'Needs a roof. '.repeat(30)}`,
          link: 'https://listings.example.com/screens',
          imageUrl: 'https://images.invalid/none.jpg',
          zipCode: '48204',
        },
      ],
    });
    const log = { action: 'Nobodybreaksthisword'.repeat(5), details: 'Northisonewhichismuchlonger'.repeat(20) };
    await root.send('POST', '/api/admin/workflow-logs', { log });
    context = await browser.newContext({ colorScheme, viewport: { width, height: 800 }, reducedMotion: 'reduce' });
    context.setDefaultTimeout(patience);
    page = await context.newPage();
    faults = faultsOf(page);
  });

  afterAll(async () => {
    await browser.close();
    await product.stop();
    await removeFolder(dataDir);
  });

  it('signing in and registering', async () => {
    await page.goto(`${product.url}/auth`);
    await page.getByText('Learn more | How it works').click();
    await expectSound(page, faults);
    await page.getByRole('tab', { name: 'Register' }).click();
    await page.getByRole('button', { name: 'Register' }).click();
    await page.getByText('Invalid email address').first().waitFor();
    await expectSound(page, faults);
  });

  it('the dashboard with a listing', async () => {
    await context.clearCookies();
    await page.goto(`${product.url}/auth`);
    await page.getByLabel('Email', { exact: true }).fill(admin.email);
    await page.getByLabel('Password', { exact: true }).fill(admin.password);
    await page.getByRole('button', { name: 'Login' }).click();
    await page.getByRole('article').first().waitFor();
    await expectSound(page, faults);
  });

  it('the dashboard with a toast', async () => {
    await page.getByLabel('ZIP Code').fill('48204');
    await page.getByRole('button', { name: 'Save Preferences' }).click();
    await page.getByText('Profile Updated').first().waitFor();
    await expectSound(page, faults);
  });

  it('the admin dashboard', async () => {
    await page.goto(`${product.url}/admin`);
    await page.getByText('Alert sent to root@example.com').first().waitFor();
    await expectSound(page, faults);
  });

  it('a page that does not exist', async () => {
    await page.goto(`${product.url}/nowhere`);
    await page.getByText('404 Page Not Found').waitFor();
    await expectSound(page, faults);
  });
});
