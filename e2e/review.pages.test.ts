import type { BrowserContextOptions, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import type { ApiUser } from './api-user.ts';
import { failCalls, setUpApp, closeWindowsAfterEach, activateMember } from './test-app.ts';
import { expectAccessible, collectPageErrors } from './accessibility.ts';
import { deliverWebhook, webhookSecret } from '#server/testing/deliver-webhook.ts';
import { createHelper } from './admin-page.ts';

const app = setUpApp();
closeWindowsAfterEach(app);
let helper: ApiUser;
beforeAll(async () => {
  helper = await createHelper(app);
  await activateMember(app, app.root, { zipCode: '48204', maxPrice: 90_000 });
});

const street = ['Maple', 'Oak', 'Cedar', 'Walnut', 'Linden', 'Birch', 'Willow'];
let sent = 0;
/** Adds one more item to the queue, without a price. */
const hold = async (more: object = {}) => {
  sent += 1;
  const title = `Inherited house at ${sent}7${sent} ${street[sent % street.length] ?? ''} Street`;
  const link = `https://listings.example.com/${sent}`;
  const item = { title, price: 'make offer', details: 'Sold as-is by the heirs.', link, zipCode: '48204', ...more };
  const { text } = await deliverWebhook(app.product.url, webhookSecret, `d-${sent}`, {
    source: 'county-list',
    listings: [item],
  });
  expect(text).toContain('"review":[{');
  return title;
};
const open = (who: ApiUser, options?: BrowserContextOptions) => app.open(who, '/admin/review', options);
const card = (page: Page, title: string) => page.getByRole('article', { name: title });
const toast = (page: Page, title: string) => page.getByRole('listitem').filter({ hasText: title });
const press = (page: Page, title: string, name: string) => card(page, title).getByRole('button', { name }).click();

describe('The review queue', () => {
  it('The review queue is empty until an item is added, which appears live', async () => {
    const page = await app.open(helper, '/admin');
    await page.getByRole('link', { name: 'Review Queue' }).click();
    await page.getByText('Nothing to review.').waitFor();
    const title = await hold();
    await card(page, title).getByText('No valid price found').waitFor();
    await card(page, title).getByRole('list', { name: 'Quoted words' }).getByText('Inherited').first().waitFor();
    await page.getByText('1 waiting for review').waitFor();
    await press(page, title, 'Reject');
    await toast(page, 'Listing rejected').waitFor();
    await page.getByText('Nothing to review.').waitFor();
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('H1');
  });

  it('The review queue corrects and accepts a listing, which is sent at once', async () => {
    const title = await hold();
    const dashboard = await app.open(app.root, '/');
    const page = await open(helper);
    await press(page, title, 'Accept');
    await card(page, title).getByRole('alert').getByText('Price: enter a price').waitFor();
    await card(page, title).getByLabel('Title', { exact: true }).fill('House of the heirs');
    await card(page, title).getByLabel('Price', { exact: true }).fill('$41,000');
    await card(page, title).getByLabel('Type', { exact: true }).selectOption('Tiny home');
    await card(page, title).getByLabel('Type', { exact: true }).selectOption('House');
    await press(page, title, 'Accept');
    await toast(page, 'Listing accepted').waitFor();
    await card(page, title).waitFor({ state: 'detached' });
    await dashboard.getByRole('article').filter({ hasText: 'House of the heirs' }).getByText('$41,000').waitFor();
  });

  it('The review queue keeps the input when a decision fails, and reports a decision made by another admin', async () => {
    const title = await hold();
    const [page, other] = await Promise.all([open(helper), open(app.root)]);
    const mend = await failCalls(page, '/api/admin/review/*', 503, 'The store is down');
    await card(page, title).getByLabel('Price', { exact: true }).fill('$40,000');
    await press(page, title, 'Accept');
    await toast(page, 'Couldn’t save your decision').getByText('503: The store is down').waitFor();
    expect(await card(page, title).getByLabel('Price', { exact: true }).inputValue()).toBe('$40,000');
    await mend();
    await press(other, title, 'Reject');
    await card(page, title).waitFor({ state: 'detached' });
  });

  it('The review queue moves the focus on if another admin decided first', async () => {
    const [title, other] = [await hold(), await hold()];
    const page = await open(helper);
    await card(page, other).waitFor();
    const mend = await failCalls(page, '/api/admin/review/*', 409, 'This listing has already been reviewed.');
    await press(page, title, 'Reject');
    await toast(page, 'Couldn’t save your decision').waitFor();
    await expect.poll(() => card(page, other).evaluate((item) => item === document.activeElement)).toBe(true);
    await mend();
    for (const one of [title, other]) await press(page, one, 'Reject');
    await page.getByText('Nothing to review.').waitFor();
  });

  it('The review queue can be worked through by keyboard', async () => {
    const [older, newer] = [await hold(), await hold()];
    const page = await open(helper);
    await card(page, older).waitFor();
    await page.keyboard.press('j');
    await page.keyboard.press('j');
    await page.keyboard.press('k');
    await page.keyboard.press('r');
    await card(page, newer).waitFor({ state: 'detached' });
    await page.keyboard.press('r');
    await page.getByText('Nothing to review.').waitFor();
  });

  it('The review queue is for admins only', async () => {
    const page = await open(await app.register('ann@example.com'));
    await page.getByRole('heading', { name: 'Access Denied' }).waitFor();
  });

  it.each([
    { width: 360, colorScheme: 'dark' as const },
    { width: 1440, colorScheme: 'light' as const },
  ])('The review queue is accessible at $width px, $colorScheme', async ({ width, colorScheme }) => {
    await hold({ details: `${'Averyveryverylongwordwithoutanyblank'.repeat(4)} ${'As-is. '.repeat(300)}` });
    const page = await open(helper, { viewport: { width, height: 800 }, colorScheme });
    const faults = collectPageErrors(page);
    await page.getByRole('article').first().waitFor();
    await page.getByRole('article').first().getByRole('button', { name: 'Accept' }).click();
    await page.getByRole('alert').first().waitFor();
    await expectAccessible(page, faults);
  });
});
