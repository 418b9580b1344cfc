import type { Page } from 'playwright-core';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { SearchView } from '#domain/user/searches.contract.ts';
import { deliverWebhook, webhookSecret } from '#server/testing/deliver-webhook.ts';
import { collectPageErrors, expectAccessible, viewports } from './accessibility.ts';
import type { ApiUser } from './api-user.ts';
import { recordLayoutShifts, sumLayoutShifts, takeLayoutShifts } from './layout-shifts.ts';
import { activateMember, closeWindowsAfterEach, failCalls, registerAnyone, setUpApp } from './test-app.ts';

const app = setUpApp({ SEARCHES_PER_MEMBER: '3' });
closeWindowsAfterEach(app);
let ann: ApiUser;
let page: Page;

const lakes = { name: 'Lake houses', zipCode: '49503', maxPrice: 90_000, mileageRadius: 25 };
const phone = { width: 390, height: 844 };
const header = (name: string) => page.getByRole('button', { name, exact: true });
const field = (label: string) => page.getByLabel(label, { exact: true });
const button = (name: string) => page.getByRole('button', { name, exact: true });
const row = (name: string) =>
  page
    .locator('div')
    .filter({ has: header(name) })
    .last();
const toast = (title: string) => page.getByRole('listitem').filter({ hasText: title });
const isOpen = (name: string) => header(name).getAttribute('aria-expanded');
const listSearches = () => ann.get<SearchView[]>('/api/searches');
const listNames = async () => (await listSearches()).map(({ name }) => name);
const add = (values: object) => ann.send('POST', '/api/searches', values);
const open = async (path = '/', options = {}) => {
  page = await app.open(ann, path, options);
};

beforeAll(async () => {
  const houses = [
    {
      title: 'Inherited house on the lake, sold as-is',
      price: 80_000,
      link: 'https://l.example.com/1',
      zipCode: '49503',
    },
    { title: 'Inherited house, back taxes owed', price: 45_000, link: 'https://l.example.com/2', zipCode: '48204' },
  ];
  await deliverWebhook(app.product.url, webhookSecret, 'searches', { source: 'searches', listings: houses });
});
beforeEach(async () => {
  ann = await registerAnyone(app);
  await ann.send('PATCH', '/api/profile', { zipCode: '48204', maxPrice: 60_000, mileageRadius: 25 });
});

describe('A member with one search', () => {
  it('A member with one search sees the filters alone, and adds another after its preview', async () => {
    await open();
    await field('ZIP Code').waitFor();
    expect(await header('Search 1').count()).toBe(0);
    await button('Add a search').click();
    await field('Name').and(page.locator(':focus')).waitFor();
    expect(await isOpen('Search 1')).toBe('false');
    await field('ZIP Code').fill('49503');
    await field('Max Price').fill('90000');
    await page.getByText('1 listing matched in the last 30 days').waitFor();
    await button('Save').click();
    await page.getByText('Enter a name for the search').waitFor();
    expect(await listNames()).toEqual(['Search 1']);
    await field('Name').fill('Lake houses ');
    await page.getByLabel('Notification Preference').selectOption('Daily digest at 7 am');
    await page.getByLabel('Weekly summary, Mondays at 7 am').check();
    await button('Save').click();
    await toast('Search added').waitFor();
    await row('Lake houses').getByText('$90,000 · 50 mi of 49503 · Houses').waitFor();
    await row('Lake houses').getByText('1 match in the last 30 days').waitFor();
    expect((await listSearches())[1]).toMatchObject({
      name: 'Lake houses',
      maxPrice: 90_000,
      notificationPreference: 'daily',
      weeklySummary: true,
      paused: false,
    });
  });

  it('A search that is not added leaves the page as it was', async () => {
    await open();
    await button('Add a search').click();
    await field('Name').fill('Never mind');
    await button('Cancel').click();
    await button('Save Preferences').waitFor();
    expect(await header('Search 1').count()).toBe(0);
    await button('Add a search').click();
    expect(await field('Name').inputValue()).toBe('');
  });
});

describe('A member with two searches', () => {
  beforeEach(async () => {
    await add(lakes);
  });

  it('A member with two searches opens one at a time by keyboard, and no edit is lost', async () => {
    await open();
    expect(await isOpen('Search 1')).toBe('true');
    await field('Max Price').fill('61000');
    await header('Lake houses').focus();
    await page.keyboard.press('Enter');
    await field('Name').waitFor();
    expect([await isOpen('Search 1'), await isOpen('Lake houses')]).toEqual(['false', 'true']);
    expect(await field('Max Price').inputValue()).toBe('90,000');
    await row('Search 1').getByText('Unsaved changes').waitFor();
    await field('Max Price').fill('91000');
    await header('Search 1').focus();
    await page.keyboard.press('Space');
    await button('Save Preferences').waitFor();
    expect(await field('Max Price').inputValue()).toBe('61,000');
    await row('Lake houses').getByText('Unsaved changes').waitFor();
    await header('Lake houses').click();
    expect(await field('Max Price').inputValue()).toBe('91,000');
    await button('Save').click();
    await toast('Search saved').waitFor();
    await row('Lake houses').getByText('$91,000 · 25 mi of 49503 · Houses').waitFor();
    expect(await listSearches()).toMatchObject([{ maxPrice: 60_000 }, { maxPrice: 91_000 }]);
  });

  it('A search is renamed, and a name that is taken is refused with a sentence', async () => {
    await open();
    await header('Lake houses').click();
    await field('Name').fill('search 1');
    await button('Save').click();
    await toast('You have another search of this name. Choose another name.').waitFor();
    await field('Name').fill('Cabins');
    await button('Save').click();
    await header('Cabins').waitFor();
    expect(await listNames()).toEqual(['Search 1', 'Cabins']);
  });

  it('A search is paused and resumed', async () => {
    await open();
    await header('Lake houses').click();
    await button('Pause').click();
    await row('Lake houses').getByText('Paused', { exact: true }).waitFor();
    expect(await listSearches()).toMatchObject([{}, { paused: true }]);
    await button('Resume').and(page.locator(':focus')).waitFor();
    await button('Resume').click();
    await button('Pause').waitFor();
    expect(await listSearches()).toMatchObject([{}, { paused: false }]);
  });

  it('A copy has the values of the search under another name; one more than allowed is refused', async () => {
    await open();
    await header('Lake houses').click();
    await button('Copy').click();
    await expect.poll(() => field('Name').inputValue()).toBe('Lake houses copy');
    await button('Save').click();
    await row('Lake houses copy').getByText('$90,000 · 25 mi of 49503 · Houses').waitFor();
    await button('Add a search').click();
    await field('Name').fill('One too many');
    await field('ZIP Code').fill('49503');
    await button('Save').click();
    await toast('You have as many searches as your account can keep. Delete one first.').waitFor();
    expect(await field('Name').inputValue()).toBe('One too many');
    expect(await listNames()).toEqual(['Search 1', 'Lake houses', 'Lake houses copy']);
  });

  it('A search is deleted at once, and restored by Undo', async () => {
    await open();
    await header('Lake houses').click();
    await button('Delete').click();
    await header('Lake houses').waitFor({ state: 'detached' });
    await toast('Search deleted').getByRole('button', { name: 'Undo' }).click();
    await header('Lake houses').waitFor();
    expect(await listNames()).toEqual(['Search 1', 'Lake houses']);
  });

  it('A search that was added elsewhere shows up by itself', async () => {
    await open();
    await header('Lake houses').waitFor();
    await add({ ...lakes, name: 'Cabins' });
    await header('Cabins').waitFor();
  });

  it('The map shows the circle of each search that runs, and names them', async () => {
    await open();
    const map = (name: RegExp) => page.getByRole('img', { name });
    await map(
      /^Map of 25 miles around ZIP 48204, with 1 match\. Other searches: Lake houses\.$/,
    ).scrollIntoViewIfNeeded();
    await page.locator('.map-other-area').waitFor();
    await page.locator('.map-other-area').hover();
    await page.getByRole('tooltip', { name: 'Lake houses' }).waitFor();
    const [first, other] = await Promise.all(
      ['.map-area', '.map-other-area'].map((circle) => page.locator(circle).boundingBox()),
    );
    expect(other?.x).toBeLessThan(first?.x ?? 0);
    await ann.send('PATCH', `/api/searches/${(await listSearches())[1]?.id ?? ''}`, { paused: true });
    await map(/with 1 match\.$/).waitFor();
    await page.locator('.map-other-area').waitFor({ state: 'detached' });
  });

  it('The notice of an unknown ZIP leads to the first search, whichever is open', async () => {
    await activateMember(app, ann, { zipCode: '00000' });
    await open();
    await header('Lake houses').click();
    await page.getByRole('button', { name: 'Change your ZIP' }).click();
    await field('ZIP Code').and(page.locator(':focus')).waitFor();
    expect(await field('ZIP Code').inputValue()).toBe('00000');
  });

  it('A list that cannot be loaded can be asked for again, and the filters work without it', async () => {
    await open('/layout-diagram');
    const mend = await failCalls(page, '/api/searches', 503, 'The store is down');
    await page.goto(app.product.url);
    await page.getByText('Couldn’t load your searches.').waitFor();
    await button('Save Preferences').waitFor();
    await mend();
    await button('Retry').click();
    await header('Lake houses').waitFor();
  });

  it('A phone says in one line that there are several, and lists them in the sheet', async () => {
    await open('/', { viewport: phone });
    const summary = page.getByRole('region', { name: 'Filters' });
    await summary.getByText('Detroit 48204 + 1 more').waitFor();
    await summary.getByRole('button', { name: 'Edit filters' }).click();
    await header('Lake houses').click();
    await field('Max Price').fill('85000');
    await button('Save').click();
    await row('Lake houses').getByText('$85,000 · 25 mi of 49503 · Houses').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
  });

  it.each([
    ['/', 1440],
    ['/profile', 390],
  ] as const)('Nothing moves while %s loads slowly at %d px', async (path, width) => {
    await activateMember(app, ann, { zipCode: '48204' });
    await open('/layout-diagram', { viewport: { width, height: 844 } });
    const network = await page.context().newCDPSession(page);
    const delay = { offline: false, latency: 150, downloadThroughput: 400_000, uploadThroughput: 400_000 };
    await network.send('Network.emulateNetworkConditions', delay);
    await recordLayoutShifts(page);
    await page.goto(app.product.url + path);
    await header('Lake houses').waitFor();
    await page.waitForLoadState('networkidle');
    expect(sumLayoutShifts(await takeLayoutShifts(page))).toBeLessThanOrEqual(0.02);
  });

  it.each(viewports)(
    'The list and a form are accessible at $width px, $colorScheme',
    async ({ colorScheme, width }) => {
      await open('/profile', { viewport: { width, height: 900 }, colorScheme });
      const faults = collectPageErrors(page);
      await header('Lake houses').click();
      await page.getByText('1 listing matched in the last 30 days').waitFor();
      await expectAccessible(page, faults);
    },
  );
});
