import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { deliverWebhook, webhookSecret } from '#server/testing/deliver-webhook.ts';
import type { ApiUser } from './api-user.ts';
import { failCalls, setUpApp, closeWindowsAfterEach, activateMember } from './test-app.ts';
import { expectAccessible, collectPageErrors } from './accessibility.ts';
import { createHelper } from './admin-page.ts';

const app = setUpApp();
closeWindowsAfterEach(app);
let helper: ApiUser;
const path = '/admin/found';
const words = ['Roof of tin', 'Two porches', 'A barn behind', 'Old orchard', 'Deep well'];
const offers = ['Elm', 'Oak', 'Cedar', 'Walnut', 'Birch'].map((street, index) => ({
  title: `Inherited house at ${index + 1}07 ${street} Street`,
  price: 40_000 + 1000 * index,
  details: `Sold as-is by the heirs. ${words[index] ?? ''}. ${'Averyveryverylongwordwithoutanyblank'.repeat(index)}`,
  link: `https://listings.example.com/${street}`,
  zipCode: ['48204', '97701', '77550', '33101', '60601'][index],
}));
beforeAll(async () => {
  helper = await createHelper(app);
  await activateMember(app, app.root, { zipCode: '48204', maxPrice: 90_000 });
  const { text } = await deliverWebhook(app.product.url, webhookSecret, 'd-1', {
    source: 'county-list',
    listings: offers,
  });
  expect(text).toContain('"accepted":5');
});

const row = (page: Page, street: string) => page.getByRole('article', { name: street });

describe('The page of found listings', () => {
  it('The page of found listings shows what was extracted and which members were alerted, and filters by words and state', async () => {
    const page = await app.open(helper, '/admin');
    await page.getByRole('link', { name: 'Listings' }).click();
    await page.getByText('5 listings').waitFor();
    await row(page, 'Elm').getByText('1 alert sent').waitFor();
    await row(page, 'Elm').getByRole('list', { name: 'Quoted words' }).getByText('Inherited').first().waitFor();
    await page.getByLabel('Text').fill('bend or');
    await page.getByText('1 listing', { exact: true }).waitFor();
    await row(page, 'Oak').getByText('Bend, OR 97701').waitFor();
    expect(new URL(page.url()).search).toBe('?q=bend+or');
    await page.getByLabel('Status').selectOption('Withdrawn');
    await page.getByText('No listings match these filters.').waitFor();
  });

  it('The page of found listings is linked with the other admin pages, which mark the current one', async () => {
    const page = await app.open(app.root, '/admin/history');
    const pages = page.getByRole('navigation', { name: 'Administration' });
    for (const name of ['History', 'Scout and Sources', 'Add Listing', 'Review Queue', 'Listings']) {
      await pages.getByRole('link', { name }).click();
      await page.getByRole('heading', { name, level: 1 }).waitFor();
      await expect.poll(() => page.locator('a[aria-current=page]').allTextContents()).toEqual([name]);
    }
  });

  it('The page of found listings searches while the user types', async () => {
    const page = await app.open(helper, path);
    await page.getByText('5 listings').waitFor();
    await page.getByLabel('Text').click();
    await page.keyboard.type('bend');
    await page.getByText('1 listing', { exact: true }).waitFor();
    await page.keyboard.type(' or');
    await page.waitForURL('**?q=bend+or');
    expect(await page.getByLabel('Text').inputValue()).toBe('bend or');
  });

  it('The page of found listings withdraws a listing with a reason, also by helpers', async () => {
    const page = await app.open(helper, path);
    await row(page, 'Cedar').getByRole('button', { name: 'Withdraw' }).click();
    await page.getByRole('button', { name: 'Withdraw listing' }).click();
    await page.getByRole('alert').getByText('Enter a reason').waitFor();
    await page.getByLabel('Reason').fill('Sold last week');
    const works = await failCalls(page, '/withdraw', 503, 'The store is down');
    await page.getByRole('button', { name: 'Withdraw listing' }).click();
    await page.getByText('503: The store is down').first().waitFor();
    await works();
    // The input is still there.
    await row(page, 'Cedar').getByRole('button', { name: 'Withdraw' }).click();
    await page.getByRole('button', { name: 'Withdraw listing' }).click();
    await page.getByRole('listitem').filter({ hasText: 'Listing withdrawn' }).first().waitFor();
    await row(page, 'Cedar').getByText('Sold last week').waitFor();
    expect(await row(page, 'Cedar').getByRole('button', { name: 'Withdraw' }).count()).toBe(0);
    await page.locator('article:focus').getByText('Sold last week').waitFor();
  });

  it('The page of found listings explains the match of a listing and a user', async () => {
    const page = await app.open(helper, path);
    await row(page, 'Elm').getByRole('button', { name: 'Check a match' }).click();
    await page.getByLabel('User').fill('root@example.com');
    await page.getByText('Sent.').first().waitFor();
  });

  it('The page of found listings is for admins only', async () => {
    const page = await app.open(await app.register('ann@example.com'), path);
    await page.getByRole('heading', { name: 'Access Denied' }).waitFor();
  });

  it.each([
    { width: 360, colorScheme: 'dark' as const },
    { width: 1440, colorScheme: 'light' as const },
  ])('The page of found listings is accessible at $width px, $colorScheme', async ({ width, colorScheme }) => {
    const page = await app.open(helper, path, { viewport: { width, height: 800 }, colorScheme });
    const faults = collectPageErrors(page);
    await row(page, 'Birch').getByRole('button', { name: 'Show details' }).click();
    await row(page, 'Birch').getByRole('button', { name: 'Hide details' }).waitFor();
    await expectAccessible(page, faults);
    await row(page, 'Birch').getByRole('button', { name: 'Withdraw' }).click();
    await page.getByLabel('Reason').waitFor();
    await expectAccessible(page, faults);
  });
});
