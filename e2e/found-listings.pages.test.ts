import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { deliverWebhook, webhookSecret } from '#server/testing/deliver-webhook.ts';
import type { ApiUser } from './api-user.ts';
import { failCalls, setUpApp, closeWindowsAfterEach, activateMember } from './test-app.ts';
import { expectAccessible, collectPageErrors } from './accessibility.ts';
import { createHelper, findToast } from './admin-page.ts';
import { focus } from './browser.ts';

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

/** The row of a listing with what it opens below itself. */
const row = (page: Page, street: string) => page.locator('tbody').filter({ hasText: `${street} Street` });
const openDetails = (page: Page, street: string) =>
  row(page, street).getByRole('button', { name: 'Details of' }).click();
const chooseAction = async (page: Page, street: string, action: string) => {
  await row(page, street).getByRole('button', { name: 'Actions for' }).click();
  await page.getByRole('menuitem', { name: action }).click();
};

const isFocused = (element: Locator) => element.evaluate((one) => one === document.activeElement);

describe('The page of found listings', () => {
  it('The page of found listings shows what was extracted and which members were alerted, and filters by words and state', async () => {
    const page = await app.open(helper, '/admin');
    await page.getByRole('link', { name: 'Listings' }).click();
    await page.getByText('5 listings').waitFor();
    const cells = row(page, 'Elm').getByRole('cell');
    await expect.poll(() => cells.nth(6).innerText()).toBe('1');
    expect((await cells.allInnerTexts()).slice(1, 8)).toEqual([
      '$40,000',
      expect.stringMatching(/^House\s+Wrong type$/),
      'Detroit, MI 48204',
      'county-list',
      expect.stringMatching(/ago|just now/i),
      '1',
      'Listed',
    ]);
    await openDetails(page, 'Elm');
    await row(page, 'Elm').getByRole('list', { name: 'Quoted words' }).getByText('Inherited').first().waitFor();
    await page.getByLabel('Text').fill('bend or');
    await page.getByText('1 listing', { exact: true }).waitFor();
    await row(page, 'Oak').getByText('Bend, OR 97701').waitFor();
    expect(new URL(page.url()).search).toBe('?q=bend+or');
    await page.getByLabel('Status').selectOption('Withdrawn');
    await page.getByText('No listings match these filters.').waitFor();
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await page.getByRole('button', { name: 'Clear filters' }).waitFor({ state: 'detached' });
    await page.getByLabel('State', { exact: true }).selectOption('Oregon');
    await page.getByText('1 listing', { exact: true }).waitFor();
    await page.getByLabel('Price').selectOption('$25k to $50k');
    await page.waitForURL('**?minPrice=25000&maxPrice=50000&usState=OR');
    await page.reload();
    await row(page, 'Oak').waitFor();
    await page.getByLabel('Price').selectOption('$50k to $100k');
    await page.getByText('No listings match these filters.').waitFor();
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
    await chooseAction(page, 'Cedar', 'Withdraw');
    await page.getByRole('button', { name: 'Withdraw listing' }).click();
    await page.getByRole('alert').getByText('Enter a reason').waitFor();
    await page.getByLabel('Reason').fill('Sold last week');
    const works = await failCalls(page, '/withdraw', 503, 'The store is down');
    await page.getByRole('button', { name: 'Withdraw listing' }).click();
    await page.getByText('503: The store is down').first().waitFor();
    await works();
    // The input is still there.
    await chooseAction(page, 'Cedar', 'Withdraw');
    await page.getByRole('button', { name: 'Withdraw listing' }).click();
    await findToast(page, 'Listing withdrawn').waitFor();
    await row(page, 'Cedar').getByText('Withdrawn', { exact: true }).waitFor();
    await expect.poll(() => isFocused(row(page, 'Cedar').getByRole('button', { name: 'Actions for' }))).toBe(true);
    await openDetails(page, 'Cedar');
    await row(page, 'Cedar').getByText('Sold last week').waitFor();
    expect(await row(page, 'Cedar').getByRole('button', { name: 'Wrong type' }).count()).toBe(0);
  });

  it('The page of found listings corrects a wrong type by keyboard, and takes it back', async () => {
    const page = await app.open(helper, `${path}?type=house`);
    await focus(row(page, 'Walnut').getByRole('button', { name: 'Wrong type' }));
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Correct type' }).click();
    await page.getByRole('alert').getByText('Choose a type').waitFor();
    await page.getByLabel('Right type').selectOption('Raw land');
    await focus(page.getByRole('button', { name: 'Correct type' }));
    await page.keyboard.press('Enter');
    // A toast that is pointed at stays.
    await findToast(page, 'Type changed to raw land').hover();
    await expect.poll(() => row(page, 'Walnut').count()).toBe(0);
    await page.getByRole('button', { name: 'Undo' }).click();
    await findToast(page, 'Type restored').waitFor();
    await row(page, 'Walnut').waitFor();
  });

  it('The page of found listings shows them on a map too, whose pins lead to their rows', async () => {
    const page = await app.open(helper, path, { viewport: { width: 1440, height: 900 } });
    await page.getByRole('button', { name: 'Map', exact: true }).click();
    await page.waitForURL('**?view=map');
    await page.getByLabel('Text').fill('bend or');
    await page.getByRole('img', { name: 'Map of 1 listing. The list has the same listings.' }).waitFor();
    await row(page, 'Oak').getByRole('cell').first().hover();
    await page.locator('.map-pin.is-active > span').waitFor();
    await page.locator('.map-pin > span').click();
    await expect.poll(() => isFocused(row(page, 'Oak').getByRole('link'))).toBe(true);
    expect(new URL(page.url()).search).toBe('?q=bend+or&view=map');
  });

  it('A link to one listing opens its details', async () => {
    const [listing] = await helper.get<{ id: string }[]>('/api/admin/listings?q=Birch');
    const page = await app.open(helper, `${path}?q=${listing?.id ?? ''}`);
    await row(page, 'Birch').getByText('Deep well').waitFor();
    await openDetails(page, 'Birch');
    await expect.poll(() => row(page, 'Birch').getByText('Deep well').count()).toBe(0);
  });

  it('The page of found listings explains the match of a listing and a user', async () => {
    const page = await app.open(helper, path);
    await chooseAction(page, 'Elm', 'Check a match');
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
    await openDetails(page, 'Birch');
    await row(page, 'Birch').getByText('Deep well').waitFor();
    await page.getByRole('button', { name: 'Map', exact: true }).click();
    await page.locator('.map-pin > span').first().waitFor();
    await expectAccessible(page, faults);
    await row(page, 'Birch').getByRole('button', { name: 'Wrong type' }).click();
    await page.getByLabel('Right type').waitFor();
    await expectAccessible(page, faults);
  });
});
