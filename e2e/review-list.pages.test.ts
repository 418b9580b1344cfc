import { describe, expect, it } from 'vitest';
import type { ReviewItem } from '#domain/review.contract.ts';
import { findToast, isOnTop } from './admin-page.ts';
import { focus } from './browser.ts';
import { card, list, press, row, setUpReview, wide } from './review-page.ts';
import { failCalls } from './test-app.ts';

const { app, hold, open, reject } = setUpReview();

describe('The list of the review queue', () => {
  it('The list of the review queue handles ten items by keyboard alone, and the focus is never lost', async () => {
    const titles: string[] = [];
    for (let count = 0; count < 11; count += 1) titles.unshift(await hold());
    const page = await open({ viewport: wide });
    const isFocused = (title = '') => card(page, title).and(page.locator(':focus')).waitFor();
    const [first, second, third] = titles;
    await card(page, first ?? '').waitFor();
    for (const [key, title] of [
      ['j', first],
      ['j', second],
      ['j', third],
      ['k', second],
      ['k', first],
      ['k', first],
    ] as const) {
      await page.keyboard.press(key);
      await isFocused(title);
    }
    for (const next of titles.slice(1)) {
      await page.keyboard.press('r');
      await isFocused(next);
    }
    const [item] = await app.root.get<ReviewItem[]>('/api/admin/review');
    await expect.poll(() => new URL(page.url()).searchParams.get('item')).toBe(item?.id);
    await page.keyboard.press('Tab');
    await page.keyboard.press('a');
    await card(page, titles.at(-1) ?? '')
      .getByRole('alert')
      .getByText('Price: enter a price')
      .waitFor();
    await expect.poll(() => page.getByRole('button', { name: 'Reject', exact: true }).isEnabled()).toBe(true);
    await page.keyboard.press('r');
    await page.locator('h1:focus').waitFor();
    await page.getByText('Nothing to review.').waitFor();
  });

  it('The list of the review queue ignores its keys while the user types, and outside of the items', async () => {
    const [title, newest] = [await hold(), await hold()];
    const page = await open({ viewport: wide });
    await card(page, newest).getByLabel('Title', { exact: true }).fill('');
    await page.keyboard.type('jar');
    expect(await card(page, newest).getByLabel('Title', { exact: true }).inputValue()).toBe('jar');
    await focus(page.getByRole('navigation', { name: 'Administration' }).getByRole('link', { name: 'Listings' }));
    await page.keyboard.press('r');
    await page.keyboard.press('j');
    await card(page, newest).and(page.locator(':focus')).waitFor();
    for (const one of [newest, title]) await reject(one);
    await page.getByText('Nothing to review.').waitFor();
  });

  it('The list of the review queue rejects all selected items with one reason, and says which it could not', async () => {
    const [kept, one, other] = [await hold(), await hold(), await hold()];
    const page = await open({ viewport: wide });
    const button = page.getByRole('button', { name: 'Reject selected' });
    await row(page, kept).waitFor();
    expect(await button.isDisabled()).toBe(true);
    await page.getByLabel('Select all').check();
    await page.getByLabel('3 selected').waitFor();
    await page.getByLabel(`Select ${kept}`).uncheck();
    await button.click();
    const dialog = page.getByRole('dialog', { name: 'Reject 2 listings?' });
    await dialog.getByRole('button', { name: 'Reject 2 listings' }).click();
    await dialog.getByRole('alert').getByText('Enter a reason').waitFor();
    const works = await failCalls(page, '/api/admin/review/bulk', 503, 'The store is down');
    await dialog.getByLabel('Reason').fill('Not a property');
    await page.keyboard.press('Enter');
    await findToast(page, 'Couldn’t save your decision').waitFor();
    await works();
    expect(await dialog.getByLabel('Reason').inputValue()).toBe('Not a property');
    await dialog.getByRole('button', { name: 'Reject 2 listings' }).click();
    await findToast(page, '2 listings rejected').waitFor();
    for (const title of [one, other]) await row(page, title).waitFor({ state: 'detached' });
    await list(page).and(page.locator(':focus')).waitFor();
    await card(page, kept).waitFor();
    const log = await app.root.get<{ details: string }[]>('/api/admin/workflow-logs');
    expect(log.map(({ details }) => details)).toContain(
      `${one} rejected in the review by helper@example.com: Not a property`,
    );
    await reject(kept);
  });

  it('The list of the review queue is a list on a phone, from which an item opens as a page of its own', async () => {
    const [title, newest] = [await hold(), await hold()];
    const page = await open({ viewport: { width: 390, height: 800 } });
    await row(page, title).waitFor();
    expect(await page.getByRole('article').count()).toBe(0);
    await row(page, newest).getByRole('link').click();
    await card(page, newest).and(page.locator(':focus')).waitFor();
    expect(await isOnTop(row(page, title))).toBe(false);
    await page.getByRole('link', { name: 'Back to the list' }).click();
    await row(page, newest).getByRole('link').and(page.locator(':focus')).waitFor();
    await row(page, newest).getByRole('link').click();
    await page.goBack();
    await row(page, newest).getByRole('link').and(page.locator(':focus')).waitFor();
    await row(page, newest).getByRole('link').click();
    await press(page, newest, 'Reject');
    await card(page, title).and(page.locator(':focus')).waitFor();
    await press(page, title, 'Reject');
    await page.locator('h1:focus').waitFor();
  });

  it('The list of the review queue of 83 items is not longer than two windows, and renders all that are loaded', async () => {
    const titles: string[] = [];
    for (let count = 0; count < 83; count += 1) titles.push(await hold());
    for (const viewport of [wide, { width: 390, height: 800 }]) {
      const page = await open({ viewport });
      await page.getByText('83 waiting for review').waitFor();
      await page.getByRole('button', { name: 'Show older listings' }).click();
      await row(page, titles[0] ?? '').waitFor();
      expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThan(2 * viewport.height);
    }
    const items = await app.root.get<ReviewItem[]>('/api/admin/review?limit=500');
    const body = { ids: items.map(({ id }) => id), decision: 'reject', reason: 'Too many' };
    await app.root.send('POST', '/api/admin/review/bulk', body);
  });
});
