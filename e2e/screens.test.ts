import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { openBrowser, pageTimeoutMs } from './browser.ts';
import { createApiUser } from './api-user.ts';
import { type Product, removeFolder, startProduct, createTemporaryFolder } from './product.ts';
import { deliverWebhook, webhookSecret } from '#server/testing/deliver-webhook.ts';
import { expectAccessible, collectPageErrors, viewports } from './accessibility.ts';
import { activateMember } from './test-app.ts';

const admin = { email: 'root@example.com', password: 'correct horse' };
describe.each(viewports)('Every screen is accessible at $width px, $colorScheme:', ({ colorScheme, width }) => {
  let dataDir: string;
  let product: Product;
  let browser: Browser;
  let context: BrowserContext;
  let page: Page;
  let faults: string[];

  beforeAll(async () => {
    dataDir = await createTemporaryFolder();
    const env = { ADMIN_EMAIL: admin.email, ADMIN_PASSWORD: admin.password, INTAKE_SECRET: webhookSecret };
    [product, browser] = await Promise.all([startProduct(dataDir, env), openBrowser()]);
    const root = await createApiUser(() => product.url, '/api/login', admin.email, admin.password);
    await activateMember({ root }, root, { zipCode: '48201' });
    await deliverWebhook(product.url, webhookSecret, 'd-1', {
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
    context.setDefaultTimeout(pageTimeoutMs);
    page = await context.newPage();
    faults = collectPageErrors(page);
  });

  afterAll(async () => {
    await browser.close();
    await product.stop();
    await removeFolder(dataDir);
  });

  it('Every screen is accessible: signing in and registering', async () => {
    await page.goto(`${product.url}/auth`);
    await page.getByText('Learn more | How it works').click();
    await expectAccessible(page, faults);
    await page.getByRole('tab', { name: 'Register' }).click();
    await page.getByRole('button', { name: 'Register' }).click();
    await page.getByText('Invalid email address').first().waitFor();
    await expectAccessible(page, faults);
  });

  it('Every screen is accessible: the dashboard with a listing', async () => {
    await context.clearCookies();
    await page.goto(`${product.url}/auth`);
    await page.getByLabel('Email', { exact: true }).fill(admin.email);
    await page.getByLabel('Password', { exact: true }).fill(admin.password);
    await page.getByRole('button', { name: 'Login' }).click();
    await page.getByRole('article').first().waitFor();
    await expectAccessible(page, faults);
  });

  it('Every screen is accessible: the dashboard with a toast', async () => {
    if (width < 1024) await page.getByRole('button', { name: 'Edit filters' }).click();
    await page.getByLabel('ZIP Code').fill('48204');
    await page.getByRole('button', { name: 'Save Preferences' }).click();
    await page.getByText('Profile Updated').first().waitFor();
    await expectAccessible(page, faults);
  });

  it('Every screen is accessible: the admin dashboard', async () => {
    await page.goto(`${product.url}/admin`);
    await page.getByText('Alert sent to root@example.com').first().waitFor();
    await expectAccessible(page, faults);
  });

  it('Every screen is accessible: a page that does not exist', async () => {
    await page.goto(`${product.url}/nowhere`);
    await page.getByText('404 Page Not Found').waitFor();
    await expectAccessible(page, faults);
  });
});
