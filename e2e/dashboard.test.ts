import type { BrowserContext, Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { pageTimeoutMs } from './browser.ts';
import { deliverWebhook, webhookSecret } from '#server/testing/deliver-webhook.ts';
import { activateMember, setUpApp } from './test-app.ts';

const admin = { email: 'root@example.com', password: 'correct horse' };
const missed = {
  title: 'Inherited house that came while the network was away',
  price: 25_000,
  link: 'https://listings.example.com/missed',
  zipCode: '48204',
};

const app = setUpApp();
let context: BrowserContext;
let page: Page;

beforeAll(async () => {
  await activateMember(app, app.root, { zipCode: '48201' });
  context = await app.browser.newContext({ reducedMotion: 'reduce' });
  context.setDefaultTimeout(pageTimeoutMs);
  page = await context.newPage();
  await page.goto(`${app.product.url}/auth`);
  await page.getByLabel('Email', { exact: true }).fill(admin.email);
  await page.getByLabel('Password', { exact: true }).fill(admin.password);
  await Promise.all([page.waitForEvent('websocket'), page.getByRole('button', { name: 'Login' }).click()]);
  await page.getByText('No listings yet. They appear here as soon as one matches.').waitFor();
});

it('The dashboard keeps edits while the account changes in another window', async () => {
  await page.getByLabel('Max Price').fill('31000');
  await page.getByLabel('Include Tiny Homes').check();
  await app.root.send('PATCH', '/api/profile', { maxPrice: 77_000, mileageRadius: 100 });
  await expect.poll(() => page.getByLabel('Mileage Radius').inputValue()).toBe('100');
  expect(await page.getByLabel('Max Price').inputValue()).toBe('31,000');
  expect(await page.getByLabel('Include Tiny Homes').isChecked()).toBe(true);
  await page.getByText('Unsaved changes').waitFor();
});

it('The dashboard shows why an update failed, with its status, until it is retried', async () => {
  const toast = page.getByRole('listitem').filter({ hasText: 'Update failed' });
  await page.getByLabel('Current Password').fill('not this one');
  await page.getByLabel('New Password').fill('another password');
  await page.getByRole('button', { name: 'Update Credentials' }).click();
  await toast.getByText('400: Current password is incorrect', { exact: true }).waitFor();
  await page.getByRole('button', { name: 'Save Preferences' }).click();
  await page.getByText('Your filter preferences have been saved.').first().waitFor();
  expect(await toast.count()).toBe(0);
});

it('The dashboard reports a lost connection, reconnects, and misses nothing', async () => {
  const banner = page.getByText('Connection lost. Reconnecting…');
  await context.setOffline(true);
  await banner.waitFor();
  await page.getByLabel('ZIP Code').fill('48202');
  await deliverWebhook(app.product.url, webhookSecret, 'missed', { source: 'dashboard', listings: [missed] });
  await context.setOffline(false);
  await page.getByRole('article').filter({ hasText: missed.title }).waitFor();
  await banner.waitFor({ state: 'detached' });
  expect(await page.getByLabel('ZIP Code').inputValue()).toBe('48202');
});

it('The dashboard stays open if a page cannot be fetched, and opens that page once it can', async () => {
  await page.reload();
  await page.getByRole('article').waitFor();
  await context.setOffline(true);
  await page.getByRole('link', { name: 'Admin Dashboard' }).click();
  await page.getByText('Couldn’t show this page.').waitFor();
  await context.setOffline(false);
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('heading', { name: 'Admin Dashboard' }).waitFor();
});
