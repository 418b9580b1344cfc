import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import type { UserView } from '#domain/user/contract.ts';
import { deliverWebhook, webhookSecret } from '#server/testing/deliver-webhook.ts';
import { collectPageErrors, expectAccessible, expectFitsWindow } from './accessibility.ts';
import type { ApiUser } from './api-user.ts';
import { recordLayoutShifts, sumLayoutShifts, takeLayoutShifts } from './layout-shifts.ts';
import { setUpApp, registerMember } from './test-app.ts';

const phone = { width: 390, height: 844 };
const app = setUpApp();
let ann: ApiUser;
beforeAll(async () => {
  const filters = { zipCode: '48204', maxPrice: 60_000, mileageRadius: 25, includeRawLand: true };
  ann = await registerMember(app, 'ann@example.com', filters);
  await app.root.send('POST', '/api/admin/announcements', {
    message: '<p>New: <b>land</b> too.</p><p>Happy hunting!</p>',
  });
  await deliverWebhook(app.product.url, webhookSecret, 'phone', {
    source: 'phone',
    listings: [1, 2, 3].map((n) => ({
      externalId: `e-${n}`,
      title: `Inherited house at ${n}20 Elm Street, sold as-is`,
      price: 45_000 + n,
      link: `https://l.example.com/${n}`,
      zipCode: '48204',
    })),
  });
  await vi.waitFor(async () => expect(await ann.get<unknown[]>('/api/listings/recent')).toHaveLength(3), {
    timeout: 60_000,
  });
});

const summary = (page: Page) => page.getByRole('region', { name: 'Filters' });
const sheet = (page: Page) => page.getByRole('dialog', { name: 'Filter Preferences' });
const bar = (page: Page) => page.getByRole('navigation', { name: 'Main' });

async function openPhone(path = '/', viewport = phone): Promise<Page> {
  const page = await app.open(ann, path, { viewport });
  await page.getByRole('heading', { level: 1 }).waitFor();
  return page;
}

describe('The home page on a phone', () => {
  it('The home page on a phone shows the first listing without scrolling, below one line each', async () => {
    const page = await openPhone();
    await summary(page).getByText('$60,000 · 25 mi of 48204 · Houses, Land').waitFor();
    await page.getByRole('button', { name: /^Announcements *: *New: land too. Happy hunting!$/ }).waitFor();
    await page.getByRole('button', { name: /^Membership *: *Active/ }).waitFor();
    const listing = await page.getByRole('article').first().boundingBox();
    expect(listing?.y).toBeLessThan(500);
    expect(await page.getByLabel('ZIP Code').count()).toBe(0);
    await page.getByRole('button', { name: /^Membership/ }).click();
    await page.getByText(/^Last scouted your area/).waitFor();
    await page.context().close();
  });

  it('The radius is changed from the summary in three steps, and the focus returns', async () => {
    const page = await openPhone();
    await summary(page).getByRole('button', { name: 'Edit filters' }).click();
    await sheet(page).getByLabel('Mileage Radius').selectOption('100 miles');
    await sheet(page).getByRole('button', { name: 'Save Preferences' }).click();
    await summary(page).getByText('100 mi of 48204').waitFor();
    await sheet(page).waitFor({ state: 'detached' });
    await summary(page).getByRole('button', { name: 'Edit filters' }).and(page.locator(':focus')).waitFor();
    expect((await ann.get<UserView>('/api/user')).mileageRadius).toBe(100);
    await page.context().close();
  });

  it('Unsaved changes in the sheet are discarded only after a question', async () => {
    const page = await openPhone('/listings');
    await bar(page).getByRole('button', { name: 'Filters' }).click();
    await sheet(page).getByLabel('ZIP Code').fill('48201');
    await page.keyboard.press('Escape');
    const question = page.getByRole('dialog', { name: 'Discard your changes?' });
    await question.getByRole('button', { name: 'Cancel' }).click();
    expect(await sheet(page).getByLabel('ZIP Code').inputValue()).toBe('48201');
    await sheet(page).getByRole('button', { name: 'Close' }).click();
    await question.getByRole('button', { name: 'Discard' }).click();
    await sheet(page).waitFor({ state: 'detached' });
    expect((await ann.get<UserView>('/api/user')).zipCode).toBe('48204');
    await bar(page).getByRole('button', { name: 'Filters' }).click();
    await page.keyboard.press('Escape');
    await sheet(page).waitFor({ state: 'detached' });
    await bar(page).getByRole('button', { name: 'Filters' }).and(page.locator(':focus')).waitFor();
    await page.context().close();
  });
});

describe('The bar at the bottom of a phone', () => {
  it('The bar leads to the pages of a member, marks the current one, and has targets of 44 px', async () => {
    const page = await openPhone();
    const current = () => bar(page).locator('[aria-current=page]').allInnerTexts();
    await expect.poll(current).toEqual(['Home']);
    for (const target of await bar(page).locator('a, button').all()) {
      const smallerSide = async () => {
        const { width = 0, height = 0 } = (await target.boundingBox()) ?? {};
        return Math.min(width, height);
      };
      await expect.poll(smallerSide).toBeGreaterThanOrEqual(44);
    }
    await bar(page).getByRole('link', { name: 'Listings' }).click();
    await page.getByRole('heading', { level: 1, name: 'Listings' }).waitFor();
    await expect.poll(current).toEqual(['Listings']);
    await bar(page).getByRole('button', { name: 'Account' }).click();
    await page.getByRole('menuitem', { name: 'Profile' }).click();
    await page.getByRole('heading', { level: 1, name: 'Profile Settings' }).waitFor();
    await expect.poll(current).toEqual(['Account']);
    await bar(page).getByRole('link', { name: 'Home' }).click();
    await page.getByRole('heading', { level: 1, name: 'Welcome back!' }).waitFor();
    await page.context().close();
  });

  it('A wide window has no bar, and shows the filters on the page', async () => {
    const page = await openPhone('/', { width: 1440, height: 900 });
    await page.getByLabel('ZIP Code').waitFor();
    expect(await bar(page).isVisible()).toBe(false);
    await page.getByRole('button', { name: 'Logout' }).waitFor();
    await page.context().close();
  });
});

describe.each([
  { name: 'a small phone', viewport: { width: 320, height: 568 } },
  { name: 'a phone', viewport: phone },
  { name: 'a phone on its side', viewport: { width: 844, height: 390 } },
  { name: 'a window of 1440 px at 200 %', viewport: { width: 720, height: 450 } },
])('On $name', ({ viewport }) => {
  it.each(['light', 'dark'] as const)('The home page and its sheet fit and are accessible, %s', async (colorScheme) => {
    const page = await app.open(ann, '/', { viewport, colorScheme });
    const faults = collectPageErrors(page);
    await recordLayoutShifts(page);
    await page.reload();
    await page.getByRole('article').first().waitFor();
    await expectAccessible(page, faults);
    expect(sumLayoutShifts(await takeLayoutShifts(page))).toBeLessThanOrEqual(0.02);
    await summary(page).getByRole('button', { name: 'Edit filters' }).click();
    await sheet(page)
      .getByText(/matched in the last/)
      .waitFor();
    await expectAccessible(page, faults);
    await page.keyboard.press('Escape');
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    await expectFitsWindow(page);
    // The bar hides nothing of the end of the page.
    const footer = await page.getByRole('contentinfo').boundingBox();
    const top = (await bar(page).boundingBox())?.y ?? 0;
    expect((footer?.y ?? 0) + (footer?.height ?? 0)).toBeLessThanOrEqual(top + 1);
    await page.context().close();
  });
});
