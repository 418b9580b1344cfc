import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import type { ApiUser } from './api-user.ts';
import { setUpApp, activateMember } from './test-app.ts';
import { expectAccessible, collectPageErrors, viewports } from './accessibility.ts';
import { recordLayoutShifts, sumLayoutShifts, takeLayoutShifts } from './layout-shifts.ts';
import { deliverWebhook, webhookSecret } from '#server/testing/deliver-webhook.ts';

const app = setUpApp();
let guest: ApiUser;

beforeAll(async () => {
  const { root } = app;
  await activateMember(app, root, { zipCode: '48201' });
  await root.send('POST', '/api/admin/announcements', {
    message: `<h3>News</h3><p>${'Donaudampfschifffahrtsgesellschaft'.repeat(3)} <a href="https://example.com">more</a></p><ul><li>Land</li></ul>`,
  });
  const listing = {
    title: 'Inherited house with an unusually long title that has to wrap on a phone, sold as-is by the heirs',
    price: 45_000,
    details: `${'Averyveryverylongwordwithoutanyblank'.repeat(4)} ${'Needs a roof. '.repeat(30)}`,
    link: 'https://listings.example.com/screens',
    imageUrl: 'https://images.invalid/none.jpg',
    zipCode: '48204',
  };
  const { text } = await deliverWebhook(app.product.url, webhookSecret, 'screens', {
    source: 'screens',
    listings: [listing],
  });
  expect(JSON.parse(text)).toMatchObject({ accepted: 1 });
  guest = await app.register(`${'very-long-name-of-a-person-'.repeat(2)}@a-company-with-a-long-name.example.com`);
});

describe.each(viewports)('At $width px, $colorScheme, a member', ({ colorScheme, width }) => {
  const open = async (who: ApiUser, path: string): Promise<[Page, string[]]> => {
    const page = await app.open(who, path, { colorScheme, viewport: { width, height: 800 } });
    const faults = collectPageErrors(page);
    await recordLayoutShifts(page);
    await page.reload();
    return [page, faults];
  };

  const isPhone = width < 1024;
  const openFilters = async (page: Page) => {
    if (isPhone) await page.getByRole('button', { name: 'Edit filters' }).click();
  };

  it('A member sees an accessible dashboard with everything on it, without layout shifts', async () => {
    const [page, faults] = await open(app.root, '/');
    const article = page.getByRole('article');
    await article.waitFor();
    expect(sumLayoutShifts(await takeLayoutShifts(page))).toBeLessThan(0.1);
    await article.getByRole('button', { name: 'Why you got this' }).click();
    await article.getByText(/In your ZIP|mi from 48201/).waitFor();
    if (isPhone) await page.getByRole('button', { name: /^Membership/ }).click();
    await page.getByText(/^Last scouted your area/).hover();
    await page.getByRole('tooltip').waitFor();
    await expectAccessible(page, faults);
    await openFilters(page);
    await page.getByText('1 listing matched in the last 30 days').waitFor();
    await page.getByRole('button', { name: 'Request higher limit' }).click();
    await page.getByRole('dialog', { name: /higher price limit/ }).waitFor();
    await expectAccessible(page, faults);
    await page.context().close();
  });

  it('A member sees an accessible dashboard with error messages', async () => {
    const [page, faults] = await open(guest, '/');
    await page.getByRole('img', { name: /Subscribe/ }).waitFor();
    await expectAccessible(page, faults);
    await page.getByRole('button', { name: 'Update Credentials' }).click();
    await page.getByText('Current password is required').waitFor();
    await openFilters(page);
    await page.getByLabel('ZIP Code').fill('1');
    await page.getByRole('button', { name: 'Save Preferences' }).click();
    await guest.send('PATCH', '/api/profile', { mileageRadius: width === 360 ? 75 : 100 });
    await page.getByText('Your saved preferences were changed elsewhere.').waitFor();
    await expectAccessible(page, faults);
    await page.context().close();
  });

  it('A member sees accessible profile settings', async () => {
    const [page, faults] = await open(app.root, '/profile');
    await page.getByText('1 listing matched in the last 30 days').waitFor();
    await expectAccessible(page, faults);
    await page.context().close();
  });
});
