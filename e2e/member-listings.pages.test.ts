import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { MemberListing } from '#domain/member-listing/contract.ts';
import { deliverWebhook, webhookSecret } from '#server/testing/deliver-webhook.ts';
import { expectAccessible } from './accessibility.ts';
import type { ApiUser } from './api-user.ts';
import { failCalls, setUpApp, registerMember } from './test-app.ts';
import { focus } from './browser.ts';

const app = setUpApp();
let ann: ApiUser;
let page: Page;

const names = ['Elm', 'Oak', 'Ash'];
const find = async (name: string, changes: object = {}) => {
  const { text } = await deliverWebhook(app.product.url, webhookSecret, `${name} ${JSON.stringify(changes)}`, {
    source: 'home',
    listings: [
      {
        externalId: name,
        title: `Inherited house at 1${names.indexOf(name)}2 ${name} Street, sold as-is`,
        price: 45_000 + 1000 * names.indexOf(name),
        link: `https://l.example.com/${name}`,
        zipCode: '48204',
        ...changes,
      },
    ],
  });
  expect(JSON.parse(text)).toMatchObject({ review: [], rejected: [] });
};
const list = () => ann.get<MemberListing[]>('/api/listings');
const titles = async () => (await page.getByRole('article').getByRole('heading').allInnerTexts()).join(' ');

beforeAll(async () => {
  ann = await registerMember(app, 'ann@example.com');
  for (const name of names) await find(name);
  await vi.waitFor(async () => expect(await list()).toHaveLength(3), { timeout: 60_000 });
  page = await app.open(ann, '/listings');
  await page.getByText('3 listings', { exact: true }).waitFor();
});

describe('the page of all listings', () => {
  it('A listing is new until it was in view', async () => {
    await page.getByText('New', { exact: true }).last().waitFor();
    await page.getByRole('article').last().scrollIntoViewIfNeeded();
    await expect.poll(async () => (await list()).filter(({ marks }) => marks.read).length).toBe(3);
    await expect.poll(() => page.getByText('New', { exact: true }).count()).toBe(0);
  });

  it('Filters and sort are kept in the address', async () => {
    await page.getByLabel('Search').fill('oak detroit');
    await page.getByText('1 listing', { exact: true }).waitFor();
    expect(await titles()).toContain('Oak');
    expect(page.url()).toContain('q=oak');
    await page.getByLabel('Search').fill('');
    await page.getByLabel('Sort').selectOption('Highest price first');
    await expect.poll(titles).toMatch(/Ash.*Oak.*Elm/s);
    await page.reload();
    await expect.poll(titles).toMatch(/Ash.*Oak.*Elm/s);
    await page.getByLabel('Type').selectOption('Raw land');
    await page.getByText('No listings match these filters. Change or clear them.').waitFor();
    await page.getByRole('button', { name: 'Clear filters' }).click();
    await expect.poll(titles).toMatch(/Ash.*Oak.*Elm/s);
    expect(await page.getByLabel('Type').inputValue()).toBe('');
    expect(await page.getByRole('button', { name: 'Clear filters' }).count()).toBe(0);
  });

  it('A listing is saved and hidden, and comes back', async () => {
    const row = (name: string) => page.getByRole('article').filter({ hasText: name });
    await row('Oak').getByRole('button', { name: /^Save/ }).click();
    await row('Oak').getByRole('button', { name: /^Save/, pressed: true }).waitFor();
    await row('Ash').getByRole('button', { name: /^Hide/ }).click();
    await row('Ash').waitFor({ state: 'detached' });
    await page.getByLabel('Show', { exact: true }).selectOption('Saved');
    await page.getByText('1 listing', { exact: true }).waitFor();
    await page.getByLabel('Show', { exact: true }).selectOption('Hidden');
    await row('Ash')
      .getByRole('button', { name: /^Show .* again$/ })
      .click();
    await page.getByText('No listings match these filters. Change or clear them.').waitFor();
    await page.getByLabel('Show', { exact: true }).selectOption('All');
    await page.getByText('3 listings', { exact: true }).waitFor();
  });

  it('The status of a listing is set by the keys, shown in its row, and filtered', async () => {
    const row = page.getByRole('article').filter({ hasText: 'Oak' });
    const select = row.getByLabel(/^Status of .*Oak/);
    await focus(select);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    const readStatus = async () => (await list()).find(({ title }) => title.includes('Oak'))?.marks.status;
    await expect.poll(readStatus).toBe('offered');
    await row.locator('p').getByText('Offered', { exact: true }).waitFor();
    expect(await select.evaluate((element) => element === document.activeElement)).toBe(true);
    await page.getByLabel('Show', { exact: true }).selectOption('Offered');
    await page.getByText('1 listing', { exact: true }).waitFor();
    expect(page.url()).toContain('filter=offered');
    await page.getByLabel('Show', { exact: true }).selectOption('Dead');
    await page.getByText('No listings match these filters. Change or clear them.').waitFor();
    await page.getByLabel('Show', { exact: true }).selectOption('All');
    await page.getByText('3 listings', { exact: true }).waitFor();
  });

  it('A status that could not be saved is shown as it was, with the reason', async () => {
    const select = page.getByLabel(/^Status of .*Oak/);
    await page.route('**/marks', (route) => route.fulfill({ status: 503, body: 'Busy' }));
    await select.selectOption('Won');
    await page.getByText('Status not saved', { exact: true }).waitFor();
    await expect.poll(() => select.inputValue()).toBe('offered');
    await page.unroute('**/marks');
  });

  it('A price drop shows the old and the new price, live', async () => {
    await find('Elm', { price: 36_000 });
    const row = page.getByRole('article').filter({ hasText: 'Elm' });
    await row.getByText('Price drop, down 20%').waitFor();
    expect(await row.innerText()).toMatch(/\$36,000[^]*\$45,000/);
  });

  it('A member with further searches sees which a listing fits, and filters by search', async () => {
    const row = page.getByRole('article').filter({ hasText: 'Elm' });
    expect(await row.getByText('Fits Search 1').count()).toBe(0);
    expect(await page.getByLabel('Your search').count()).toBe(0);
    const { text } = await ann.send('POST', '/api/searches', { name: 'Lansing', zipCode: '48933' });
    const { id } = JSON.parse(text) as { id: string };
    await page.reload();
    await row.getByText('Fits Search 1').waitFor();
    // On the map beside the list.
    await page.locator('.map-other-area').waitFor();
    await page.getByLabel('Your search').selectOption('Lansing');
    await page.getByText('No listings match these filters. Change or clear them.').waitFor();
    expect(new URL(page.url()).searchParams.get('search')).toBe(id);
    await page.getByLabel('Your search').selectOption('Search 1');
    await page.getByText('3 listings', { exact: true }).waitFor();
    await expectAccessible(page, []);
    await row.getByRole('link', { name: /Elm/ }).click();
    await page.getByRole('region', { name: 'Why you got this' }).getByText('Fits Search 1').waitFor();
    await page.goto(`${app.product.url}/`);
    const recent = page.getByRole('region', { name: 'Recent sent listings' });
    await recent.getByRole('article').filter({ hasText: 'Elm' }).getByText('Fits Search 1').waitFor();
    await ann.send('DELETE', `/api/searches/${id}`);
    await page.goto(`${app.product.url}/listings?search=${id}`);
    await page.getByLabel('Your search').getByText('Removed search').waitFor({ state: 'attached' });
    await page.getByLabel('Your search').selectOption('All searches');
    await page.getByText('3 listings', { exact: true }).waitFor();
  });

  it('The list is downloaded as CSV', async () => {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download CSV' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('listings.csv');
  });

  it.each([360, 1440])('The list is accessible at %d px', async (width) => {
    await page.setViewportSize({ width, height: 900 });
    await expectAccessible(page, []);
  });
});

describe('the page of all listings on a phone', () => {
  const chips = () => page.getByRole('search', { name: 'Filters' }).getByRole('button');
  const sheet = () => page.getByRole('dialog', { name: 'Filter listings' });
  beforeAll(async () => {
    await page.setViewportSize({ width: 390, height: 844 });
  });

  it('The first listing of a phone begins within 300 px', async () => {
    await page.goto(`${app.product.url}/listings`);
    await page.getByText('3 listings', { exact: true }).waitFor();
    expect((await page.getByRole('article').first().boundingBox())?.y).toBeLessThanOrEqual(300);
  });

  it('The filters of a phone are chosen in a sheet, and each that is set is a chip that takes it back', async () => {
    await chips().click();
    await sheet().getByLabel('Show').selectOption('Offered');
    await sheet().getByLabel('Sort').selectOption('Nearest first');
    await expectAccessible(page, []);
    await sheet().getByRole('button', { name: 'Show listings' }).click();
    await chips().first().and(page.locator(':focus')).waitFor();
    await page.getByText('1 listing', { exact: true }).waitFor();
    expect(page.url()).toMatch(/filter=offered.*sort=distance/);
    await expect.poll(() => chips().count()).toBe(3);
    const tops = await chips().evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top));
    expect(new Set(tops).size).toBe(1);
    await page.getByRole('button', { name: 'Remove Offered' }).click();
    await page.getByText('3 listings', { exact: true }).waitFor();
    await chips().first().and(page.locator(':focus')).waitFor();
    await page.getByRole('button', { name: 'Remove Nearest first' }).click();
    await expect.poll(() => chips().count()).toBe(1);
  });

  it('The search that the listings of a phone are filtered by is a chip with its name', async () => {
    const { text } = await ann.send('POST', '/api/searches', { name: 'Lansing', zipCode: '48933' });
    const { id } = JSON.parse(text) as { id: string };
    await page.goto(`${app.product.url}/listings?search=${id}`);
    await page.getByRole('button', { name: 'Remove Lansing' }).click();
    await page.getByText('3 listings', { exact: true }).waitFor();
    await ann.send('DELETE', `/api/searches/${id}`);
  });

  it.each(['light', 'dark'] as const)('The list of a phone is accessible, %s', async (colorScheme) => {
    await page.emulateMedia({ colorScheme });
    await page.goto(`${app.product.url}/listings?filter=offered&type=house`);
    await page.getByText('1 listing', { exact: true }).waitFor();
    await expectAccessible(page, []);
  });

  afterAll(async () => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(`${app.product.url}/listings`);
  });
});

describe('the page of one listing', () => {
  it('A listing shows its facts, its past and the note of its member', async () => {
    await page.getByRole('link', { name: /Oak/ }).click();
    await page.getByRole('heading', { level: 1, name: /Oak/ }).waitFor();
    await page.getByText('Found for $46,000').waitFor();
    await page.getByText('Sent to you').waitFor();
    await page.getByLabel('Your note').fill('Call the heirs on Monday');
    await page.getByText('Note saved').waitFor();
    await page.reload();
    await expect.poll(() => page.getByLabel('Your note').inputValue()).toBe('Call the heirs on Monday');
    await expectAccessible(page, []);
  });

  it('A note is kept where the page is left at once, or the note cannot be saved', async () => {
    const note = page.getByLabel('Your note');
    const [oak] = (await list()).filter(({ title }) => title.includes('Oak'));
    const savedNote = async () => (await list()).find(({ id }) => id === oak?.id)?.marks.note;
    await note.fill('Ask for the deed');
    await page.getByRole('link', { name: 'Listings' }).first().click();
    await expect.poll(savedNote).toBe('Ask for the deed');
    await page.goBack();
    const mend = await failCalls(page, `/api/listings/${oak?.id ?? ''}/marks`, 503, 'The store is down');
    await note.fill('Ask again');
    await page.getByText('Note not saved.').waitFor();
    await page.reload();
    expect(await note.inputValue()).toBe('Ask again');
    await page.getByText('Note not saved.').waitFor();
    await mend();
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('Note saved').waitFor();
    expect(await savedNote()).toBe('Ask again');
  });

  it('A listing whose type was corrected shows the new type, live', async () => {
    const [oak] = (await list()).filter(({ title }) => title.includes('Oak'));
    await app.root.send('POST', `/api/admin/listings/${oak?.id ?? ''}/retype`, { propertyType: 'tiny home' });
    await page.getByText('Type changed from house to tiny home').waitFor();
  });

  it('A withdrawn listing says so, live', async () => {
    const [oak] = (await list()).filter(({ title }) => title.includes('Oak'));
    await app.root.send('POST', `/api/admin/listings/${oak?.id ?? ''}/withdraw`, { reason: 'Sold' });
    await page.getByText(/No longer available since/).waitFor();
  });

  it('A listing that was not sent to the user is not found', async () => {
    await page.goto(`${app.product.url}/listings/5d0c1b7e-2f64-5a3b-8c19-7e4f0a6b9d31`);
    await page.getByText('You were not sent a listing with this address.').waitFor();
  });
});
