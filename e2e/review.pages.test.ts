import { describe, expect, it } from 'vitest';
import type { FoundListing } from '#domain/listing/found-listings.contract.ts';
import { collectPageErrors, expectAccessible } from './accessibility.ts';
import { findToast } from './admin-page.ts';
import { focus } from './browser.ts';
import { card, list, press, row, setUpReview, wide } from './review-page.ts';
import { failCalls } from './test-app.ts';

const { app, hold, open, reject } = setUpReview();

describe('The review queue', () => {
  it('The review queue is empty until an item is added, which appears live', async () => {
    const page = await open({}, '/admin');
    await page.getByRole('link', { name: 'Review', exact: true }).click();
    await page.getByText('Nothing to review.').waitFor();
    const title = await hold();
    await card(page, title).getByText('No valid price found').waitFor();
    await card(page, title).getByRole('list', { name: 'Quoted words' }).getByText('Inherited').first().waitFor();
    await page.getByText('1 waiting for review').waitFor();
    await press(page, title, 'Reject');
    await findToast(page, 'Listing rejected').waitFor();
    await page.getByText('Nothing to review.').waitFor();
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('H1');
  });

  it('The review queue corrects and accepts a listing, which is sent at once', async () => {
    const title = await hold();
    const dashboard = await app.open(app.root, '/');
    const page = await open();
    await press(page, title, 'Accept');
    await card(page, title).getByRole('alert').getByText('Price: enter a price').waitFor();
    await card(page, title).getByLabel('Title', { exact: true }).fill('House of the heirs');
    await card(page, title).getByLabel('Price', { exact: true }).fill('$41,000');
    await card(page, title).getByLabel('Type', { exact: true }).selectOption('Tiny home');
    await card(page, title).getByLabel('Type', { exact: true }).selectOption('House');
    await press(page, title, 'Accept');
    await findToast(page, 'Listing accepted').waitFor();
    await card(page, title).waitFor({ state: 'detached' });
    await dashboard.getByRole('article').filter({ hasText: 'House of the heirs' }).getByText('$41,000').waitFor();
  });

  it('The review queue keeps the input when a decision fails, and reports a decision made by another admin', async () => {
    const title = await hold();
    const [page, other] = await Promise.all([open(), app.open(app.root, '/admin/review')]);
    const mend = await failCalls(page, '/api/admin/review/*', 503, 'The store is down');
    await card(page, title).getByLabel('Price', { exact: true }).fill('$40,000');
    await press(page, title, 'Accept');
    await findToast(page, 'Couldn’t save your decision').getByText('503: The store is down').waitFor();
    expect(await card(page, title).getByLabel('Price', { exact: true }).inputValue()).toBe('$40,000');
    await mend();
    await press(other, title, 'Reject');
    await card(page, title).waitFor({ state: 'detached' });
  });

  it('The review queue shows the next item, with the focus, when another admin decides first', async () => {
    const [title, other] = [await hold(), await hold()];
    const page = await open({ viewport: wide });
    await row(page, title).click();
    await focus(card(page, title).getByRole('button', { name: 'Accept' }));
    await reject(title);
    await card(page, other).and(page.locator(':focus')).waitFor();
    await reject(other);
    await page.locator('h1:focus').waitFor();
    expect(new URL(page.url()).search).toBe('');
  });

  it('The review queue opens the item that its address names, and keeps what was typed for another', async () => {
    const [title, newest] = [await hold(), await hold({ zipCode: '97701' })];
    const page = await open({ viewport: wide });
    await row(page, newest).getByText('make offer · Bend, OR 97701').waitFor();
    await row(page, newest).getByText('No valid price found · county-list').waitFor();
    await card(page, newest).getByLabel('Price', { exact: true }).fill('$40,000');
    await row(page, title).click();
    await card(page, title).waitFor();
    expect(await row(page, title).getByRole('link').getAttribute('aria-current')).toBe('page');
    await page.reload();
    await card(page, title).waitFor();
    await row(page, newest).click();
    expect(await card(page, newest).getByLabel('Price', { exact: true }).inputValue()).toBe('$40,000');
    await page.goto(`${app.product.url}/admin/review?item=l-0`);
    await page.getByText('This listing is no longer waiting for review.').waitFor();
    await row(page, newest).click();
    await card(page, newest).waitFor();
    for (const one of [newest, title]) await reject(one);
  });

  it('The review queue fills in city and state of a typed ZIP, where they are empty or were filled in before', async () => {
    const title = await hold({ zipCode: '00000' });
    const page = await open({ viewport: wide });
    const field = (name: string) => card(page, title).getByLabel(name, { exact: true });
    const place = async () => [await field('City').inputValue(), await field('State').inputValue()];
    await field('Price').fill('$40,000');
    await field('ZIP code').fill('48204');
    await expect.poll(place).toEqual(['Detroit', 'MI']);
    await page.reload();
    await field('ZIP code').fill('97701');
    await expect.poll(place).toEqual(['Bend', 'OR']);
    await field('City').fill('La Pine');
    await field('ZIP code').fill('48204');
    await expect.poll(place).toEqual(['La Pine', 'MI']);
    await field('ZIP code').fill('00000');
    await expect.poll(place).toEqual(['La Pine', '']);
    await field('City').fill('');
    await field('ZIP code').fill('77550');
    await expect.poll(place).toEqual(['Galveston', 'TX']);
    await press(page, title, 'Accept');
    await findToast(page, 'Listing accepted').waitFor();
    const [listing] = await app.root.get<FoundListing[]>(`/api/admin/listings?q=${encodeURIComponent(title)}`);
    expect(listing?.place).toMatchObject({ zipCode: '77550', city: 'Galveston', state: 'TX' });
  });

  it('The review queue is for admins only', async () => {
    const page = await app.open(await app.register('ann@example.com'), '/admin/review');
    await page.getByRole('heading', { name: 'Access Denied' }).waitFor();
  });

  it.each([
    { width: 360, colorScheme: 'dark' as const },
    { width: 1440, colorScheme: 'light' as const },
  ])('The review queue is accessible at $width px, $colorScheme', async ({ width, colorScheme }) => {
    await hold({ details: `${'Averyveryverylongwordwithoutanyblank'.repeat(4)} ${'As-is. '.repeat(300)}` });
    const page = await open({ viewport: { width, height: 800 }, colorScheme });
    const faults = collectPageErrors(page);
    await list(page).waitFor();
    await expectAccessible(page, faults);
    await list(page).getByRole('link').first().click();
    await page.getByRole('article').getByRole('button', { name: 'Accept' }).click();
    await page.getByRole('alert').first().waitFor();
    await expectAccessible(page, faults);
  });
});
