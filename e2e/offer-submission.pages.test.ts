import type { BrowserContextOptions, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { ReviewItem } from '#domain/review.contract.ts';
import { focus, pageTimeoutMs } from './browser.ts';
import { fillOffer, offerField } from './offer-form.ts';
import { failCalls, type TestApp, startTestApp, setUpApp, closeWindowsAfterEach } from './test-app.ts';
import { recordLayoutShifts, takeLayoutShifts } from './layout-shifts.ts';
import { expectAccessible, collectPageErrors, viewports } from './accessibility.ts';

const app = setUpApp({ RATE_SELL: '1000/1m' });
closeWindowsAfterEach(app);

type Opening = BrowserContextOptions & { at?: TestApp };
const open = async ({ at = app, ...options }: Opening = {}) => {
  const context = await at.browser.newContext({ reducedMotion: 'reduce', ...options });
  context.setDefaultTimeout(pageTimeoutMs);
  const page = await context.newPage();
  await page.goto(`${at.product.url}/sell`);
  await page.getByRole('button', { name: 'Send offer' }).waitFor();
  return page;
};
const toast = (page: Page, title: string) => page.getByRole('listitem').filter({ hasText: title });
const press = (page: Page, name = 'Send offer') => page.getByRole('button', { name }).click();
const tick = (page: Page, name: RegExp) => page.getByRole('checkbox', { name });

let offers = 0;
const fill = (page: Page) => {
  offers += 1;
  return fillOffer(page, `Inherited three bedroom house number ${offers}, as-is. The roof leaks.`);
};
const held = async (description: string) => {
  const items = await app.root.get<ReviewItem[]>('/api/admin/review');
  return items.filter(({ listing }) => listing.details === description);
};
/** The number of layout shifts without user input since the last call. */
const moved = async (page: Page) => (await takeLayoutShifts(page)).filter(({ followsInput }) => !followsInput).length;
const sent = (page: Page) => page.getByRole('heading', { name: 'We got your offer' });

describe('The page for owners', () => {
  it('The page for owners is linked from the sign-in page and from the documents', async () => {
    const page = await open();
    for (const path of ['/auth', '/privacy-policy', '/service-agreement']) {
      await page.goto(app.product.url + path);
      await page.getByRole('link', { name: 'Sell your property' }).click();
      await page.getByRole('heading', { name: 'Sell your property' }).waitFor();
      expect(await page.title()).toBe('Sell your property · Off-Market Scout');
    }
  });

  it('The page for owners accepts an offer, says what happens next, and puts it into the review', async () => {
    const page = await open();
    const openedAt = Date.now();
    const description = await fill(page);
    await offerField(page, 'Address (optional)').fill('7 Elm Street');
    await tick(page, /Share my contact details/).check();
    // No person is as fast as this test.
    await expect.poll(() => Date.now() - openedAt).toBeGreaterThan(3500);
    await press(page);
    await sent(page).waitFor();
    await page.locator('h1:focus').waitFor();
    await page.getByText('We’ll review it before sharing it.').waitFor();
    await page.getByRole('heading', { name: 'What happens next' }).waitFor();
    const [item, ...others] = await held(description);
    expect(others).toEqual([]);
    expect(item).toMatchObject({
      reason: 'Submitted by owner',
      seller: { name: 'Ann Heir', phone: '313-555-0123', address: '7 Elm Street', shareContact: true },
    });
    await press(page, 'Offer another property');
    expect(await offerField(page, 'Description').inputValue()).toBe('');
  });

  it('The page for owners shows a separator in a price while it is typed', async () => {
    const page = await open();
    await offerField(page, 'Price').pressSequentially('45000');
    expect(await offerField(page, 'Price').inputValue()).toBe('45,000');
    await offerField(page, 'Price').press('Backspace');
    expect(await offerField(page, 'Price').inputValue()).toBe('4,500');
    await offerField(page, 'Price').fill('');
    await offerField(page, 'Price').pressSequentially('$45k');
    expect(await offerField(page, 'Price').inputValue()).toBe('$45k');
  });

  it('The page for owners fills in the city and state of a ZIP, and keeps what the owner typed', async () => {
    const page = await open();
    await offerField(page, 'ZIP code').fill('48204');
    await expect.poll(() => offerField(page, 'City').inputValue()).toBe('Detroit');
    expect(await offerField(page, 'State').inputValue()).toBe('MI');
    await offerField(page, 'City').fill('Highland Park');
    await offerField(page, 'ZIP code').fill('43604');
    await expect.poll(() => offerField(page, 'State').inputValue()).toBe('OH');
    expect(await offerField(page, 'City').inputValue()).toBe('Highland Park');
  });

  it('The page for owners keeps a draft in the browser until it is discarded', async () => {
    const page = await open();
    await fillOffer(page, 'A house with a leaking roof');
    await page.reload();
    expect(await offerField(page, 'Description').inputValue()).toBe('A house with a leaking roof');
    expect(await page.getByRole('checkbox', { name: /I have the right to sell/ }).isChecked()).toBe(false);
    await page.getByRole('button', { name: 'Discard draft' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Discard draft' }).click();
    expect(await offerField(page, 'Description').inputValue()).toBe('');
    await page.reload();
    expect(await offerField(page, 'Description').inputValue()).toBe('');
  });

  it('The page for owners submits an offer once, however often the button is pressed', async () => {
    const page = await open();
    const description = await fill(page);
    await page.getByRole('button', { name: 'Send offer' }).dblclick();
    await sent(page).waitFor();
    expect(await held(description)).toHaveLength(1);
  });

  it('The page for owners shows the error of each field, and focuses the first', async () => {
    const page = await open();
    await press(page);
    for (const problem of [
      'Type is required',
      'Price is required',
      'ZIP code is required, or else a city and its state',
      'Description is required',
      'Name is required',
      'Email or phone is required, so that we can reach you',
      'Consent is required: check the box to confirm that you may sell this property',
    ])
      await page.getByRole('alert').getByText(problem, { exact: true }).waitFor();
    expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('propertyType');
    await fill(page);
    await expect.poll(() => page.getByRole('alert').count()).toBe(0);
    await offerField(page, 'ZIP code').fill('00000');
    await press(page);
    await page.getByRole('alert').getByText('ZIP code 00000 is not known. Check it, or use one nearby.').waitFor();
    expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('zipCode');
  });

  it('The page for owners keeps the input when it cannot be sent, and shows the server’s message', async () => {
    const page = await open();
    const description = await fill(page);
    const mend = await failCalls(page, '/api/sell', 409, 'We’re not accepting offers right now.');
    await press(page);
    await toast(page, 'Offer not sent').getByText('409: We’re not accepting offers right now.').waitFor();
    await page.getByRole('form').getByText('We’re not accepting offers right now.').waitFor();
    expect(await offerField(page, 'Description').inputValue()).toBe(description);
    await mend();
    await press(page);
    await sent(page).waitFor();
  });

  it('The page for owners reports too many offers from one address', async () => {
    const strict = await startTestApp({ RATE_SELL: '1/1h' });
    try {
      for (const last of [false, true]) {
        const page = await open({ at: strict });
        await fill(page);
        await press(page);
        if (!last) await sent(page).waitFor();
        else await page.getByRole('form').getByText('Too many offers. Please try again in 60 minutes.').waitFor();
      }
    } finally {
      await strict.close();
    }
  });

  it('The page for owners can be filled in by keyboard, which skips the hidden honeypot field', async () => {
    const page = await open();
    const names: string[] = [];
    await focus(page.getByRole('combobox', { name: 'Type' }));
    for (let stop = 0; stop < 15; stop += 1) {
      const name = await page.evaluate(() => {
        const { activeElement } = document;
        return activeElement?.getAttribute('name') ?? activeElement?.textContent ?? '';
      });
      names.push(name);
      await page.keyboard.press('Tab');
    }
    expect(names).toEqual([
      'propertyType',
      'price',
      'address',
      'zipCode',
      'city',
      'state',
      'description',
      'pictures',
      'imageUrl',
      'name',
      'email',
      'phone',
      'shareContact',
      'consent',
      'Send offer',
    ]);
    await fill(page);
    await offerField(page, 'Phone').press('Enter');
    await sent(page).waitFor();
  });

  it.each([...viewports, { colorScheme: 'dark', width: 390 } as const])(
    'The page for owners is accessible at $width px, $colorScheme, without layout shifts',
    async ({ width, colorScheme }) => {
      const context = await app.browser.newContext({ viewport: { width, height: 800 }, colorScheme });
      const page = await context.newPage();
      const faults = collectPageErrors(page);
      await recordLayoutShifts(page);
      await page.goto(`${app.product.url}/sell`);
      await page.getByRole('button', { name: 'Send offer' }).waitFor();
      await expectAccessible(page, faults);
      expect(await moved(page)).toBe(0);
      await press(page);
      await page.getByRole('alert').first().waitFor();
      await expectAccessible(page, faults);
      // The errors and the filling by script move the page.
      await fill(page);
      await moved(page);
      await press(page);
      await sent(page).waitFor();
      expect(await moved(page)).toBe(0);
      await expectAccessible(page, faults);
    },
  );
});

describe('An accepted offer', () => {
  it('An accepted offer links its members to the owner', async () => {
    const member = await app.register('ann@example.com');
    await member.send('PATCH', '/api/profile', { zipCode: '48204', maxPrice: 90_000 });
    const page = await open();
    const description = await fill(page);
    await tick(page, /Share my contact details/).check();
    await press(page);
    await sent(page).waitFor();
    const review = await app.open(app.root, '/admin/review');
    const card = review.getByRole('article').filter({ hasText: description });
    await card.getByText('313-555-0123').waitFor();
    const [item] = await held(description);
    // A user without an active membership sees what to do.
    const early = await app.open(member, `/offers/${item?.id ?? ''}`);
    await early.getByRole('heading', { name: 'Members only' }).waitFor();
    await app.root.send('PATCH', `/api/admin/users/${member.id}/membership`, { status: 'active' });
    const dashboard = await app.open(member, '/');
    await card.getByRole('button', { name: 'Accept' }).click();
    const listing = dashboard.getByRole('article').filter({ hasText: description });
    const [offer] = await Promise.all([
      dashboard.context().waitForEvent('page'),
      listing.getByRole('link', { name: /House in Detroit, MI/ }).click(),
    ]);
    await offer.getByRole('heading', { name: /House in Detroit, MI/ }).waitFor();
    const faults = collectPageErrors(offer);
    expect(await offer.getByRole('link', { name: '313-555-0123' }).getAttribute('href')).toBe('tel:3135550123');
    await expectAccessible(offer, faults);
    await offer.goto(`${app.product.url}/offers/unknown`);
    await offer.getByRole('heading', { name: 'Offer not found' }).waitFor();
  });
});
