import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { ReviewItem } from '#domain/review.contract.ts';
import { createPng } from '#server/modules/pictures/testing/sample-pictures.ts';
import { expectAccessible } from './accessibility.ts';
import { pageTimeoutMs } from './browser.ts';
import { fillOffer } from './offer-form.ts';
import { setUpApp, closeWindowsAfterEach, registerMember } from './test-app.ts';

const app = setUpApp({ RATE_SELL: '1000/1m' });
closeWindowsAfterEach(app);

/** On a phone. */
const open = async () => {
  const context = await app.browser.newContext({
    hasTouch: true,
    isMobile: true,
    viewport: { width: 390, height: 800 },
    reducedMotion: 'reduce',
  });
  context.setDefaultTimeout(pageTimeoutMs);
  const page = await context.newPage();
  await page.goto(`${app.product.url}/sell`);
  await page.getByRole('button', { name: 'Send offer' }).waitFor();
  return page;
};
const fill = (page: Page) => fillOffer(page, 'Inherited three bedroom house with pictures, as-is. The roof leaks.');
const findHeld = async (description: string) => {
  const items = await app.root.get<ReviewItem[]>('/api/admin/review');
  return items.find(({ listing }) => listing.details === description);
};
const loadedWidth = (picture: Locator) => picture.evaluate((one: HTMLImageElement) => one.naturalWidth);
const image = { mimeType: 'image/png', buffer: createPng(900, 600) };

describe('The pictures of an offer', () => {
  it('The pictures of an offer are sent when they are chosen, and admins see them in the review', async () => {
    const page = await open();
    expect(await page.locator('input[name=photo]').getAttribute('capture')).toBe('environment');
    const openedAt = Date.now();
    const description = await fill(page);
    const none = { name: 'page.png', mimeType: 'image/png', buffer: Buffer.from('<!doctype html>') };
    const files = [{ ...image, name: 'house.png' }, none, { ...image, name: 'yard.png' }];
    await page.locator('input[name=pictures]').setInputFiles(files);
    await page.getByRole('alert').getByText('page.png: This is not a picture that we can read.').waitFor();
    for (const name of ['house.png', 'yard.png']) await page.getByRole('img', { name }).waitFor();
    await expectAccessible(page, []);
    await page.getByRole('button', { name: 'Remove page.png' }).click();
    await page.getByRole('button', { name: 'Remove yard.png' }).click();
    await expect.poll(() => Date.now() - openedAt).toBeGreaterThan(3500);
    await page.getByRole('button', { name: 'Send offer' }).click();
    await page.getByRole('heading', { name: 'We got your offer' }).waitFor();
    const reference = await page.getByRole('definition').innerText();
    expect(reference).toMatch(/^[0-9A-F]{4}-[0-9A-F]{4}$/);
    expect(await page.getByRole('link', { name: 'Back to Home' }).count()).toBe(0);

    const item = await findHeld(description);
    expect([item?.reference, item?.pictures?.length]).toEqual([reference, 1]);
    const review = await app.open(app.root, '/admin/review');
    const card = review.getByRole('article').filter({ hasText: description });
    await card.getByText(reference).waitFor();
    const shown = card.getByRole('img', { name: 'The property' });
    await expect.poll(() => loadedWidth(shown)).toBe(900);
  });

  it('The pictures of an offer are shown to members once it is accepted, on the card, its page and the page of the offer', async () => {
    const ann = await registerMember(app, 'ann@example.com', { zipCode: '48204', maxPrice: 90_000 });
    const openedAt = Date.now();
    const form = await open();
    const description = await fillOffer(form, 'Inherited bungalow with two pictures, sold as-is. It needs a kitchen.');
    const files = ['front.png', 'back.png'].map((name) => ({ ...image, name }));
    await form.locator('input[name=pictures]').setInputFiles(files);
    for (const { name } of files) await form.getByRole('img', { name }).waitFor();
    await expect.poll(() => Date.now() - openedAt).toBeGreaterThan(3500);
    await form.getByRole('button', { name: 'Send offer' }).click();
    await form.getByRole('heading', { name: 'We got your offer' }).waitFor();

    const review = await app.open(app.root, '/admin/review');
    const held = review.getByRole('article').filter({ hasText: description });
    await held.getByRole('button', { name: 'Accept' }).click();
    await held.waitFor({ state: 'detached' });

    const page = await app.open(ann, '/listings');
    const row = page.getByRole('article').filter({ hasText: 'Inherited bungalow' });
    await expect.poll(() => loadedWidth(row.locator('img[src^="/api/pictures/"]'))).toBe(480);
    await row.getByRole('link').click();
    await expect.poll(() => loadedWidth(page.getByRole('img', { name: 'Picture 1 of 2' }))).toBe(900);
    await page.getByRole('button', { name: 'Show picture 2 of 2' }).click();
    await expect.poll(() => loadedWidth(page.getByRole('img', { name: 'Picture 2 of 2' }))).toBe(900);
    const [offer] = await Promise.all([
      page.waitForEvent('popup'),
      page.getByRole('link', { name: /See the owner’s offer/ }).click(),
    ]);
    await expect.poll(() => loadedWidth(offer.getByRole('img', { name: 'Picture 1 of 2' }))).toBe(900);
    await expectAccessible(offer, []);
  });

  it('The pictures of an offer are at most six', async () => {
    const page = await open();
    const files = Array.from({ length: 8 }, (_none, index) => ({ ...image, name: `${index}.png` }));
    await page.locator('input[name=pictures]').setInputFiles(files);
    await page.getByText('2 pictures left out: at most 6 fit.').waitFor();
    expect(await page.getByRole('list', { name: 'Chosen pictures' }).getByRole('listitem').count()).toBe(6);
    expect(await page.locator('input[name=pictures]').isDisabled()).toBe(true);
  });
});
