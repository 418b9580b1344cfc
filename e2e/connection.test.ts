import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openBrowser, pageTimeoutMs } from './browser.ts';
import { type ApiUser, createApiUser } from './api-user.ts';
import { waitForSocketMessage, activateMember } from './test-app.ts';
import { type Product, removeFolder, startProduct, createTemporaryFolder } from './product.ts';
import { openRelay, type Relay } from './relay.ts';
import { deliverWebhook, webhookSecret } from '#server/testing/deliver-webhook.ts';

const admin = { email: 'root@example.com', password: 'correct horse' };
const lost = 'Connection lost. Reconnecting…';

let dataDir: string;
let product: Product;
let relay: Relay;
let browser: Browser;
let page: Page;
let root: ApiUser;

beforeAll(async () => {
  dataDir = await createTemporaryFolder();
  const env = { ADMIN_EMAIL: admin.email, ADMIN_PASSWORD: admin.password, INTAKE_SECRET: webhookSecret };
  [product, browser] = await Promise.all([startProduct(dataDir, env), openBrowser()]);
  relay = await openRelay(product.url);
  root = await createApiUser(() => product.url, '/api/login', admin.email, admin.password);
  await activateMember({ root }, root, { zipCode: '48201' });
  page = await (await browser.newContext({ reducedMotion: 'reduce' })).newPage();
  page.setDefaultTimeout(pageTimeoutMs);
  await page.goto(`${relay.url}/auth`);
  await page.getByLabel('Email', { exact: true }).fill(admin.email);
  await page.getByLabel('Password', { exact: true }).fill(admin.password);
  await Promise.all([
    // The answer to a probe of the page.
    waitForSocketMessage(page, (payload) => String(payload).startsWith('43')),
    page.getByRole('button', { name: 'Login' }).click(),
  ]);
  await page.getByText('No listings yet. They appear here as soon as one matches.').waitFor();
});

afterAll(async () => {
  await browser.close();
  await relay.close();
  await product.stop();
  await removeFolder(dataDir);
});

const house = (link: string) => ({
  title: `Inherited house ${link}, sold as-is`,
  price: 25_000,
  link: `https://listings.example.com/${link}`,
  zipCode: '48204',
});

it('The page reports a lost connection when the network fails silently', async () => {
  relay.swallow();
  await page.getByText(lost).waitFor();
});

it('The page reconnects once the network is back, and misses nothing', async () => {
  await deliverWebhook(product.url, webhookSecret, 'in-the-hole', {
    source: 'connection',
    listings: [house('in-the-hole')],
  });
  relay.mend();
  await page.getByRole('article').filter({ hasText: 'in-the-hole' }).waitFor();
  await page.getByText(lost).waitFor({ state: 'detached' });
});

it('The page gets live updates again after it reconnected', async () => {
  await deliverWebhook(product.url, webhookSecret, 'after', { source: 'connection', listings: [house('after-it')] });
  await page.getByText('New listing in your area').first().waitFor();
  await page.getByRole('article').filter({ hasText: 'after-it' }).waitFor();
});

it('The page reports that the server is gone, and reconnects to the next one', async () => {
  const port = new URL(product.url).port;
  await product.kill();
  await page.getByText(lost).waitFor();
  product = await startProduct(dataDir, { INTAKE_SECRET: webhookSecret, PORT: port });
  await page.getByText(lost).waitFor({ state: 'detached' });
  expect(await page.getByRole('article').count()).toBe(2);
});

it('The page retries a failed import of code, though the browser remembers the failure', async () => {
  const other = await page.context().newPage();
  other.setDefaultTimeout(pageTimeoutMs);
  for (const name of ['socket', 'toaster'])
    await other.route(new RegExp(`/assets/${name}-[^?]*\\.js$`), (route) => route.abort());
  await other.goto(`${relay.url}/`);
  await other.getByText(lost).waitFor();
  await other.getByRole('heading', { level: 1 }).click();
  await other.getByText(lost).waitFor({ state: 'detached' });
  await deliverWebhook(product.url, webhookSecret, 'again', { source: 'connection', listings: [house('asked-again')] });
  await other.getByText('New listing in your area').first().waitFor();
  await other.close();
});
