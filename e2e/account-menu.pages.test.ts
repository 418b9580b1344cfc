import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import type { ApiUser } from './api-user.ts';
import { collectPageErrors, expectAccessible, expectFitsWindow, viewports } from './accessibility.ts';
import { startTestApp, setUpApp } from './test-app.ts';
import { focus } from './browser.ts';

const settings = { SUPPORT_EMAIL: 'help@example.com', BILLING_PORTAL_URL: 'https://billing.example.com/p?a=1&b=2' };
const app = setUpApp(settings);
let ann: ApiUser;
beforeAll(async () => {
  ann = await app.register('ann@example.com');
});

const accountButton = (page: Page) => page.getByRole('button', { name: 'Account', exact: true });
/** Whether the page is shown dark: by the lightness of its background. */
const isDark = (page: Page) =>
  page.evaluate(() => Number(/[\d.]+/.exec(getComputedStyle(document.documentElement).backgroundColor)?.[0]) < 0.5);

async function openMenu(page: Page): Promise<void> {
  await accountButton(page).click();
  await page.getByRole('menu').waitFor();
}

/** The home page, whose code of the menu is loaded when it is released. */
async function openWithoutMenuCode() {
  const [released, requested] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()];
  const page = await app.open(ann, '/', { serviceWorkers: 'block' });
  await openMenu(page);
  const scripts = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name));
  for (const script of scripts.filter((name) => name.endsWith('.js'))) {
    if (!(await (await page.request.get(script)).text()).includes('Download my data')) continue;
    await page.route(script, async (route) => {
      await released.promise;
      await route.continue();
      requested.resolve(undefined);
    });
  }
  await page.reload({ waitUntil: 'commit' });
  return { page, release: () => released.resolve(undefined), loaded: requested.promise };
}

describe('The account menu', () => {
  it('The account menu leads to the listings, the profile, the billing page and the sign-in page', async () => {
    const page = await app.open(ann, '/');
    await openMenu(page);
    const billing = page.getByRole('menuitem', { name: /^Billing/ });
    expect(await billing.getAttribute('href')).toBe(settings.BILLING_PORTAL_URL);
    await page.getByRole('menuitem', { name: 'Listings' }).click();
    await page.getByRole('heading', { level: 1, name: 'Listings' }).waitFor();
    await openMenu(page);
    await page.getByRole('menuitem', { name: 'Profile' }).click();
    await page.getByRole('heading', { level: 1, name: 'Profile Settings' }).waitFor();
    const bob = await app.register('bob@example.com');
    const other = await app.open(bob, '/listings');
    await openMenu(other);
    await other.getByRole('menuitem', { name: 'Logout' }).click();
    await other.waitForURL('**/auth');
    await other.context().close();
    await page.context().close();
  });

  it('The account menu works by keyboard alone, and returns the focus to its button', async () => {
    const page = await app.open(ann, '/');
    await page.getByRole('heading', { level: 1 }).waitFor();
    await focus(accountButton(page));
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: 'Listings' }).and(page.locator(':focus')).waitFor();
    await page.keyboard.press('End');
    await page.getByRole('menuitem', { name: 'Logout' }).and(page.locator(':focus')).waitFor();
    await page.keyboard.press('Escape');
    await accountButton(page).and(page.locator(':focus')).waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: 'Listings' }).and(page.locator(':focus')).waitFor();
    await page.keyboard.press('End');
    await page.getByRole('menuitem', { name: 'Logout' }).and(page.locator(':focus')).waitFor();
    await page.keyboard.press('ArrowUp');
    await page.getByRole('menuitem', { name: 'Delete account…' }).and(page.locator(':focus')).waitFor();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Delete your account?' });
    await dialog.waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await accountButton(page).and(page.locator(':focus')).waitFor();
    await page.context().close();
  });

  it('The account menu downloads the data of the user', async () => {
    const page = await app.open(ann, '/listings');
    await openMenu(page);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: 'Download my data' }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/^my-data_\d{4}-\d\d-\d\d\.json$/);
    await page.context().close();
  });

  it('The account menu opens when its code is loaded, where its button was pressed before', async () => {
    const { page, release } = await openWithoutMenuCode();
    await accountButton(page).click();
    release();
    await page.getByRole('menuitem', { name: 'Listings' }).click();
    await page.getByRole('heading', { level: 1, name: 'Listings' }).waitFor();
    await page.context().close();
  });

  it('The account menu opens when its code is loaded between the press and the release of the mouse or a key', async () => {
    const mouse = await openWithoutMenuCode();
    await accountButton(mouse.page).hover();
    await mouse.page.mouse.down();
    mouse.release();
    await mouse.page.getByRole('menu').waitFor();
    await mouse.page.mouse.up();
    await mouse.page.getByRole('menuitem', { name: 'Listings' }).waitFor();
    await mouse.page.context().close();

    const { page, release } = await openWithoutMenuCode();
    await focus(accountButton(page));
    await page.keyboard.down('ArrowDown');
    release();
    await page.getByRole('menuitem', { name: 'Listings' }).and(page.locator(':focus')).waitFor();
    await page.context().close();
  });

  it('The account menu stays closed where another button of the mouse was pressed while its code was loaded', async () => {
    const { page, release, loaded } = await openWithoutMenuCode();
    await accountButton(page).click({ button: 'right' });
    release();
    await loaded;
    await accountButton(page).and(page.locator('[data-state="closed"]')).waitFor();
    await page.context().close();
  });

  it('The account menu leaves the focus on its button when its code is loaded', async () => {
    const { page, release, loaded } = await openWithoutMenuCode();
    await focus(accountButton(page));
    release();
    await loaded;
    await page.locator('button[aria-haspopup="menu"][data-state="closed"]:focus').waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: 'Listings' }).and(page.locator(':focus')).waitFor();
    await page.context().close();
  });

  it('The account menu deletes the account in three clicks from the home page, and the page says so', async () => {
    const cat = await app.register('cat@example.com');
    const page = await app.open(cat, '/');
    let clicks = 0;
    const press = async (role: 'button' | 'menuitem', name: string) => {
      await page.getByRole(role, { name, exact: true }).click();
      clicks += 1;
    };
    await press('button', 'Account');
    await press('menuitem', 'Delete account…');
    await page.getByLabel('Current Password').last().fill('house hunter');
    await press('button', 'Delete account');
    await page.getByText('Your account and data have been deleted.', { exact: true }).first().waitFor();
    await page.waitForURL('**/auth');
    expect(clicks).toBe(3);
    await page.context().close();
  });

  it.each(viewports)('The account menu is accessible at $width px, $colorScheme', async ({ colorScheme, width }) => {
    const page = await app.open(ann, '/listings', { colorScheme, viewport: { width, height: 800 } });
    const faults = collectPageErrors(page);
    await openMenu(page);
    await expectAccessible(page, faults);
    await page.setViewportSize({ width: 320, height: 640 });
    await expectFitsWindow(page);
    await page.context().close();
  });
});

describe('The theme', () => {
  it('The theme is chosen in the menu, and every page opens in it from its first paint', async () => {
    const page = await app.open(ann, '/', { colorScheme: 'light' });
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(await isDark(page)).toBe(false);
    await openMenu(page);
    await page.getByRole('menuitemradio', { name: 'Dark' }).click();
    await expect.poll(() => isDark(page)).toBe(true);
    // The page as it is served, before any script has run.
    const html = await (await page.request.get(app.product.url, { headers: { accept: 'text/html' } })).text();
    expect(html).toContain('<html data-theme="dark"');
    await page.reload();
    await expect.poll(() => isDark(page)).toBe(true);
    const bars = page.locator('meta[name="theme-color"]');
    await expect
      .poll(() => bars.evaluateAll((all) => all.map((bar) => bar.getAttribute('media'))))
      .toEqual(['not all', 'all']);
    await openMenu(page);
    await page.getByRole('menuitemradio', { name: 'System' }).click();
    await expect.poll(() => isDark(page)).toBe(false);
    await page.emulateMedia({ colorScheme: 'dark' });
    await expect.poll(() => isDark(page)).toBe(true);
    await page.reload();
    await expect.poll(() => isDark(page)).toBe(true);
    await page.context().close();
  });
});

describe('The footer', () => {
  it('The footer of every page of a user leads to the policies and to support', async () => {
    const page = await app.open(ann, '/');
    const footer = page.getByRole('contentinfo');
    for (const path of ['/', '/listings', '/profile']) {
      await page.goto(app.product.url + path);
      await expect
        .poll(() => footer.getByRole('link').allInnerTexts())
        .toEqual(['Privacy Policy', 'Service Agreement', 'Support: help@example.com']);
    }
    await footer.getByRole('link', { name: 'Privacy Policy' }).click();
    await page.getByRole('link', { name: 'help@example.com' }).waitFor();
    await page.context().close();
  });

  it('Without settings there is neither billing nor support, and no text promises a reply', async () => {
    const bare = await startTestApp();
    const dan = await bare.register('dan@example.com');
    const page = await bare.open(dan, '/');
    await openMenu(page);
    expect(await page.getByRole('menuitem', { name: /^Billing/ }).count()).toBe(0);
    expect(await page.getByRole('contentinfo').innerText()).not.toContain('Support');
    await page.goto(`${bare.product.url}/privacy-policy`);
    await page.getByText(/contact the operator of this site/).waitFor();
    expect(await page.getByText(/reply to any email/i).count()).toBe(0);
    await bare.close();
  });
});
