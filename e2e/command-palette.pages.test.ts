import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { collectPageErrors, expectAccessible, viewports } from './accessibility.ts';
import type { ApiUser } from './api-user.ts';
import { createHelper } from './admin-page.ts';
import { closeWindowsAfterEach, registerMember, setUpApp } from './test-app.ts';
import { deliverWebhook, webhookSecret } from '#server/testing/deliver-webhook.ts';

const app = setUpApp();
closeWindowsAfterEach(app);
let ann: ApiUser;

beforeAll(async () => {
  ann = await registerMember(app, 'ann@example.com', { zipCode: '48204' });
  const listing = {
    title: 'Inherited house on Oak Street, sold as-is by the heirs',
    price: 45_000,
    link: 'https://listings.example.com/oak',
    zipCode: '48204',
  };
  await deliverWebhook(app.product.url, webhookSecret, 'd-1', { source: 'county-list', listings: [listing] });
  const found = () => app.root.get<unknown[]>('/api/admin/listings?q=oak');
  await vi.waitFor(async () => expect(await found()).toHaveLength(1), { timeout: 60_000 });
});

const openPalette = async (path = '/admin') => {
  const page = await app.open(app.root, path);
  await pressShortcut(page);
  return page;
};
const pressShortcut = async (page: Page) => {
  await page.getByRole('button', { name: 'Find', exact: true }).waitFor();
  await page.keyboard.press('Control+k');
  await field(page).waitFor();
};
const field = (page: Page) => page.getByRole('combobox', { name: 'Users, listings, pages and actions' });
const options = (page: Page) => page.getByRole('option');

describe('The palette', () => {
  it('The palette opens a page and an action by keyboard alone, and gives the focus back on Escape', async () => {
    const page = await openPalette();
    await page.keyboard.press('Escape');
    await field(page).waitFor({ state: 'detached' });
    await pressShortcut(page);
    await field(page).pressSequentially('log');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Workflow Log', level: 1 }).waitFor();
    await pressShortcut(page);
    await field(page).pressSequentially('listing');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.waitForURL('**/admin/add-listing');
  });

  it('The palette finds a user by email and by ZIP, and opens their page', async () => {
    const page = await openPalette();
    await field(page).fill('48204');
    await options(page).filter({ hasText: 'ann@example.com' }).waitFor();
    await field(page).fill('ann@exa');
    await expect.poll(() => options(page).first().textContent()).toContain('ann@example.com');
    await page.keyboard.press('Enter');
    await page.waitForURL(`**/admin/users/${ann.id}`);
    await page.getByRole('heading', { name: 'ann@example.com', level: 1 }).waitFor();
  });

  it('The palette finds a listing by its title, and shows it in the list', async () => {
    const page = await openPalette('/admin/review');
    await field(page).fill('oak street');
    await options(page).filter({ hasText: 'Inherited house on Oak Street' }).click();
    await page.waitForURL(/\/admin\/found\?q=/);
    await page.getByText('Inherited house on Oak Street').first().waitFor();
  });

  it('The palette says that nothing was found', async () => {
    const page = await openPalette();
    await field(page).fill('no such thing');
    await page.getByText('Nothing found. Try an email, a ZIP or words of a title.').waitFor();
    await page.keyboard.press('Enter');
    expect(new URL(page.url()).pathname).toBe('/admin');
  });

  it('The palette offers helper admins only what they may open', async () => {
    const page = await app.open(await createHelper(app), '/admin');
    await page.getByRole('button', { name: 'Find', exact: true }).click();
    await options(page).filter({ hasText: 'Deliveries' }).waitFor();
    expect(
      await options(page)
        .filter({ hasText: /Workflow Log|History|Connect a source/ })
        .count(),
    ).toBe(0);
  });

  it.each(viewports)('The palette is accessible at $width px, $colorScheme', async (viewport) => {
    const { width, colorScheme } = viewport;
    const page = await app.open(app.root, '/admin', { viewport: { width, height: 900 }, colorScheme });
    const errors = collectPageErrors(page);
    await page.getByRole('button', { name: 'Find', exact: true }).click();
    await field(page).fill('ann');
    await options(page).filter({ hasText: 'ann@example.com' }).waitFor();
    await expectAccessible(page, errors);
  });
});
